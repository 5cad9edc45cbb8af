import { PAGE_SIZE, pageOf } from '../../telemetry/account-page.ts'
import { Steps } from '../../telemetry/step-rows.ts'
import { lockText, tryBackground } from './locks.ts'
import {
  addSteps,
  nextAccount,
  PACKED,
  putSteps,
  spanOf,
  stepsIn,
  stepsOfAccounts,
  type Level,
} from './packed-steps.ts'
import { boundaryOf, readProgress, saveLevel, type Progress, type Turn } from './progress.ts'
import { packDays, type FreshDay } from './stored-days.ts'
import { listOf, type Connection, type TelemetryPool } from './telemetry-pool.ts'

const HOUR = 3600
/** The seconds after the end of an hour in which its last minutes are stored. */
const SETTLES = 300
/** The accounts whose rows become longer steps at once. */
const TOGETHER = 32

/** Fresh rows that are packed at once. An hour of a page has about half as many. */
const MOST_FRESH = 16_384

interface FreshRow {
  readonly deviceId: number
  readonly id: number
  readonly step: Buffer
}

/**
 * Packs fresh rows, and makes longer steps from shorter ones in the order of time, in small pieces. One copy at a time does
 * it. Steps of a level are complete before its boundary, and behind it they follow from the level below.
 */
export class Packing {
  readonly #pool: TelemetryPool

  constructor(pool: TelemetryPool) {
    this.#pool = pool
  }

  /** One piece of work. @returns whether there was something to do, and no other copy did it */
  step(now: number): Promise<boolean> {
    return this.#pool.write(async (connection) => {
      if (!(await tryBackground(connection))) return false
      const progress = await readProgress(connection)
      if (progress.turn.isPacking) return packFresh(connection, progress)
      if (isTurnDue(progress.turn, now)) return turn(connection, progress, now)
      return (
        (await makeLonger(connection, progress, 1, now)) || (await makeLonger(connection, progress, 2, now))
      )
    })
  }
}

function isTurnDue({ turnedAt }: Turn, now: number): boolean {
  return hourOf(now) !== hourOf(turnedAt)
}

function hourOf(at: number): number {
  return Math.floor((at - SETTLES) / HOUR)
}

/** New rows go to the other half, which is empty. */
async function turn(connection: Connection, { levels }: Progress, now: number): Promise<boolean> {
  for (const level of [1, 2] as const)
    if (levels[level] === undefined)
      await saveLevel(connection, level, { span: spanOf(level, now), account: 0 })
  // Writers that still put rows into this half end first.
  await connection.batch(lockText('fresh'))
  await connection.run('UPDATE turns SET half = 1 - half, is_packing = true, account = 0, turned_at = $1', [
    now,
  ])
  return true
}

/** Packs the fresh rows of a page of accounts. Minutes of the running hour wait in the other half, so that its row is written once. */
async function packFresh(connection: Connection, progress: Progress): Promise<boolean> {
  const { half, account, turnedAt } = progress.turn
  const old = 1 - half
  const [next] = await connection.all<{ account: number | null }>(
    `SELECT least((SELECT min(device_id) FROM fresh_steps WHERE half = $1 AND device_id >= $2),
                  (SELECT min(device_id) FROM fresh_days WHERE half = $1 AND device_id >= $2)) AS account`,
    [old, account],
  )
  if (next === undefined || next.account === null) {
    await connection.batch(`TRUNCATE fresh_steps_${old}, fresh_days_${old}`)
    await connection.run('UPDATE turns SET is_packing = false')
    return true
  }
  const { rows, from, before } = await freshRows(connection, old, next.account)
  const within = 'WHERE half = $1 AND device_id >= $2 AND device_id < $3'
  const days = await connection.all<FreshDay>(
    `SELECT device_id AS "deviceId", day, figures FROM fresh_days ${within} ORDER BY id`,
    [old, from, before],
  )
  const running = turnedAt - (turnedAt % HOUR)
  const minutes = new Map<number, Steps>()
  const waiting: number[] = []
  for (const { deviceId, id, step } of rows) {
    const { numbers } = stepsIn(step)
    if ((numbers[0] ?? NaN) >= running) {
      waiting.push(id)
      continue
    }
    const known = minutes.get(deviceId) ?? new Steps()
    minutes.set(deviceId, known)
    known.add(numbers, 0)
  }
  await addMinutes(connection, progress, minutes)
  if (waiting.length > 0)
    await connection.run(
      `INSERT INTO fresh_steps (half, device_id, id, step)
       SELECT $4, device_id, id, step FROM fresh_steps ${within} AND id = ANY($5::bigint[])`,
      [old, from, before, half, listOf(waiting)],
    )
  if (days.length > 0) await packDays(connection, days)
  await connection.run('UPDATE turns SET account = $1', [before])
  return true
}

/** The fresh minutes of accounts of a page: of fewer ones where they have waited long, so that no piece of work is large. */
async function freshRows(
  connection: Connection,
  half: number,
  account: number,
): Promise<{ readonly rows: FreshRow[]; readonly from: number; readonly before: number }> {
  const end = (pageOf(account) + 1) * PAGE_SIZE
  const read = (before: number, limit: string) =>
    connection.all<FreshRow>(
      `SELECT device_id AS "deviceId", id, step FROM fresh_steps
       WHERE half = $1 AND device_id >= $2 AND device_id < $3 ORDER BY device_id, id ${limit}`,
      [half, account, before],
    )
  const rows = await read(end, `LIMIT ${MOST_FRESH}`)
  const last = rows.at(-1)?.deviceId
  if (rows.length < MOST_FRESH || last === undefined) return { rows, from: account, before: end }
  // The last account may have more.
  const complete = rows.filter(({ deviceId }) => deviceId < last)
  if (complete.length > 0) return { rows: complete, from: account, before: last }
  return { rows: await read(last + 1, ''), from: account, before: last + 1 }
}

/** Adds minutes to the packed ones, and to longer steps that are complete already. */
async function addMinutes(
  connection: Connection,
  progress: Progress,
  minutes: ReadonlyMap<number, Steps>,
): Promise<void> {
  const added = Array.from(minutes, ([deviceId, steps]) => ({ deviceId, steps }))
  await addSteps(connection, 0, added)
  for (const level of [1, 2] as const) {
    const late = added.flatMap(({ deviceId, steps }) => {
      const complete = new Steps()
      complete.addAll(steps.rows, -Infinity, boundaryOf(progress, level, deviceId))
      return complete.rows.count === 0 ? [] : [{ deviceId, steps: complete.in(PACKED[level].tier) }]
    })
    await addSteps(connection, level, late)
  }
}

async function makeLonger(
  connection: Connection,
  progress: Progress,
  level: 1 | 2,
  now: number,
): Promise<boolean> {
  const known = progress.levels[level]
  if (known === undefined) return false
  const below: Level = level === 1 ? 0 : 1
  const { span: seconds, tier } = PACKED[level]
  const end = (known.span + 1) * seconds
  // The minutes before a turn are packed when the next one may come.
  if (now < end + SETTLES || progress.turn.turnedAt < end) return false
  if (level === 2 && (progress.levels[1]?.span ?? 0) * PACKED[1].span < end) return false
  const spans = { from: spanOf(below, known.span * seconds), before: spanOf(below, end) }
  const next = await nextAccount(connection, below, spans, known.account)
  if (next === undefined) {
    await saveLevel(connection, level, { span: known.span + 1, account: 0 })
    return true
  }
  const accounts = { from: next, before: next + TOGETHER }
  const steps = await stepsOfAccounts(connection, below, spans, accounts)
  await putSteps(
    connection,
    level,
    Array.from(steps, ([deviceId, finer]) => ({ deviceId, span: known.span, steps: finer.in(tier) })),
  )
  await saveLevel(connection, level, { span: known.span, account: accounts.before })
  return true
}
