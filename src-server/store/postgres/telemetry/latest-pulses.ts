import type { ProgramFacts } from '../../../domain/device/telemetry.ts'
import type { PulseFigures } from '../../latest-pulse.ts'
import { PulseBatch } from '../../pulse-batch.ts'
import { AccountPage, pageOf } from '../../telemetry/account-page.ts'
import type { PackedLatest } from '../../telemetry/messages.ts'
import { localOf, readState } from './account-state.ts'
import type { AccountWriter } from './account-writer.ts'
import type { TelemetryPool } from './telemetry-pool.ts'

const TOGETHER = 4096

interface Row {
  readonly deviceId: number
  readonly state: Buffer
}

/**
 * The latest pulses of some accounts, with the texts of their programs. The first reading of all accounts gets the pulses from
 * before the first ones that this copy stored.
 * @param after the first account that may come
 */
export async function latestPulses(
  pool: TelemetryPool,
  accounts: AccountWriter,
  after: number,
): Promise<PackedLatest> {
  const { rows, programs, end } = await pool.snapshot(async (connection) => {
    const found = await connection.all<Row>(
      `SELECT device_id AS "deviceId", state FROM latest WHERE device_id >= $1 ORDER BY device_id LIMIT ${TOGETHER}`,
      [after],
    )
    const last = found.at(-1)?.deviceId ?? after
    return {
      rows: found,
      programs: await connection.all<ProgramFacts & { readonly deviceId: number }>(
        `SELECT device_id AS "deviceId", currency, version, magic, account_name AS "accountName" FROM programs
         WHERE device_id BETWEEN $1 AND $2`,
        [after, last],
      ),
      end: await connection.all<{ last: number | null }>('SELECT max(device_id) AS last FROM latest'),
    }
  })
  const batch = new PulseBatch(rows.length)
  let page = new AccountPage(0)
  for (const { deviceId, state } of rows) {
    if (page.number !== pageOf(deviceId)) page = new AccountPage(pageOf(deviceId))
    const local = localOf(deviceId)
    readState(page, local, state)
    const { before } = accounts
    const pulse: PulseFigures | undefined =
      before?.has(deviceId) === true ? before.get(deviceId) : page.pulse(local)
    if (pulse !== undefined) batch.add({ ...pulse, program: undefined })
  }
  const next = (rows.at(-1)?.deviceId ?? after) + 1
  const isLast = rows.length < TOGETHER
  if (isLast) accounts.endBefore()
  return {
    pulses: {
      ...batch.packed(),
      programs: programs.map(({ deviceId, ...program }) => ({ deviceId, program })),
    },
    next: isLast ? null : next,
    done: isLast ? 1 : next / Math.max(next, end[0]?.last ?? 1),
  }
}
