import { join } from 'node:path'
import Database from 'better-sqlite3'
import { PulseBatch } from '../../../src-server/store/pulse-batch.ts'
import { TelemetryDatabase } from '../../../src-server/store/sqlite/telemetry/database.ts'
import { prepareDatabase } from '../../../src-server/store/sqlite/prepare-database.ts'
import { createAuditRepository } from '../../../src-server/store/sqlite/repositories/audit.ts'
import { connect } from '../../../src-server/store/sqlite/connection.ts'
import { NOW } from '../../contract/sample-records.ts'
import { plainPulse } from '../../contract/telemetry/plain-pulse.ts'
import { layEveryTable } from './lay-every-table.ts'

export interface Size {
  readonly codes: number
  readonly accounts: number
  /** Minutes of history of each account. */
  readonly minutes: number
  readonly auditRows: number
}

const COUNT = (last: string) =>
  `WITH RECURSIVE n(i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n WHERE i < 99 + ${last})`
const CODES = `${COUNT('@codes')} INSERT INTO codes (id, app_id, kami, type, seconds, account_key, note, created_at, use_time, end_time)
  SELECT i, 1 + i % 3, 'EA-' || lower(hex(i * 7919)) || '-' || (i * 104729), 'time', 86400,
    iif(i % 2 = 0, (70000000 + i) || '@Broker-Live' || (i % 40), ''), iif(i % 10 = 0, '客户 ' || i, ''),
    ${NOW} + i, iif(i % 2 = 0, ${NOW} + i, NULL), iif(i % 2 = 0, ${NOW} + 86400 + i, NULL) FROM n`
const DEVICES = `${COUNT('@accounts')} INSERT INTO devices (id, app_id, account_key, label, vip, created_at)
  SELECT i, 1 + i % 3, (70000000 + i) || '@Broker-Live' || (i % 40), 'Client ' || i, 4102243200, ${NOW} + i FROM n`

/** Fills both databases of a folder with many rows beside some of every table. */
export async function layMany(folder: string, migrations: string, size: Size): Promise<void> {
  const file = join(folder, 'pulsekey.db')
  await layEveryTable(file)
  const db = new Database(file)
  db.pragma('synchronous = OFF')
  db.prepare(CODES).run({ codes: size.codes })
  db.prepare(DEVICES).run({ accounts: size.accounts })
  const audit = createAuditRepository(connect(db))
  db.exec('BEGIN')
  for (let row = 0; row < size.auditRows; row++)
    await audit.append([
      {
        ...{
          at: NOW + row,
          personId: 1,
          personName: 'owner',
          role: 'owner',
          ip: '192.0.2.1',
          appId: 1,
          ownerId: 1,
        },
        ...{ action: 'code_update', subjectKind: 'code', subjectId: String(row), subjectLabel: `EA-${row}` },
        ...{ before: '{"note":""}', after: `{"note":"${row}"}` },
      },
    ])
  db.exec('COMMIT')
  db.close()
  const telemetry = await prepareDatabase(join(folder, 'telemetry.db'), join(migrations, 'telemetry'), NOW)
  telemetry.pragma('synchronous = OFF')
  const figures = new TelemetryDatabase(telemetry, NOW)
  for (let minute = 0; minute < size.minutes; minute++) {
    const batch = new PulseBatch(size.accounts)
    for (let account = 0; account < size.accounts; account++)
      batch.add(
        plainPulse(100 + account, NOW + minute * 60, {
          ...{ equity: 10_000 + ((account * 31 + minute * 17) % 1000) / 10, balance: 10_000 + account },
          symbol: 'XAUUSD',
        }),
      )
    figures.append(batch.packed(), 0)
  }
  figures.close()
}
