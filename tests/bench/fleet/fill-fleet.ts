import { join, resolve } from 'node:path'
import Database from 'better-sqlite3'
import { PERMANENT_VIP } from '../../../src-server/contract/limits.ts'
import { PulseBatch } from '../../../src-server/store/pulse-batch.ts'
import { prepareDatabase } from '../../../src-server/store/sqlite/prepare-database.ts'
import { TelemetryDatabase } from '../../../src-server/store/sqlite/telemetry/database.ts'
import { accountKeyOf } from '../load/calls.ts'
import { fleetPulse } from './fleet-pulse.ts'

const MIGRATIONS = resolve(import.meta.dirname, '../../../drizzle/telemetry')
const BATCH = 5000
const MINUTE = 60

/**
 * Puts a fleet with latest pulses into the folder of a stopped server, by SQL: through the console a million accounts
 * would take an hour.
 */
export async function fillFleet(folder: string, app: number, accounts: number): Promise<void> {
  const now = Math.floor(Date.now() / 1000)
  const first = addAccounts(join(folder, 'pulsekey.db'), app, accounts, now)
  const db = await prepareDatabase(join(folder, 'telemetry.db'), MIGRATIONS, now)
  const telemetry = new TelemetryDatabase(db, now)
  for (let from = 0; from < accounts; from += BATCH) {
    const batch = new PulseBatch(BATCH)
    for (let index = from; index < Math.min(accounts, from + BATCH); index++)
      batch.add(fleetPulse(first + index, now - MINUTE, 10_000, 500))
    telemetry.append(batch.packed(), 0)
  }
  telemetry.close()
}

/** @returns the id of the first one */
function addAccounts(file: string, app: number, accounts: number, now: number): number {
  const db = new Database(file)
  try {
    db.pragma('synchronous = OFF')
    const add = db.prepare<[number, string, number, number]>(
      `INSERT INTO devices (app_id, account_key, license, vip, created_at) VALUES (?, ?, 'BENCH', ?, ?)`,
    )
    const last = db.prepare<[], number>('SELECT coalesce(max(id), 0) FROM devices').pluck()
    const before = last.get() ?? 0
    db.transaction(() => {
      for (let index = 0; index < accounts; index++) add.run(app, accountKeyOf(index), PERMANENT_VIP, now)
    })()
    // The console's search finds them; the bench asks for none.
    db.exec('DELETE FROM device_search_queue')
    db.pragma('wal_checkpoint(TRUNCATE)')
    return before + 1
  } finally {
    db.close()
  }
}
