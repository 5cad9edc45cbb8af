import type { History, HistoryQuery, TrendQuery } from '../../telemetry-store.ts'
import { AccountPage, pageOf } from '../../telemetry/account-page.ts'
import { addDaySteps } from '../../telemetry/day-rows.ts'
import { historyOf, trendOf, trendPoints } from '../../telemetry/history-points.ts'
import { STEP_WIDTH, Steps } from '../../telemetry/step-rows.ts'
import { chooseTier, type Tier } from '../../telemetry/tiers.ts'
import { localOf, readState } from './account-state.ts'
import { daysOfAccount } from './days.ts'
import { PACKED, readSteps, stepsIn, type Level } from './packed-steps.ts'
import { boundaryOf, readProgress, type Progress } from './progress.ts'
import type { Connection, TelemetryPool } from './telemetry-pool.ts'

const DAY = 86_400

/** Reads the history of an account from all places: packed steps, fresh minutes, and the running one. */
export class HistoryReader {
  readonly #pool: TelemetryPool

  constructor(pool: TelemetryPool) {
    this.#pool = pool
  }

  /** The steps of a span. @param now decides which steps still exist */
  async history(query: HistoryQuery, now: number, tiers: readonly Tier[]): Promise<History> {
    const { deviceId, from, to, points } = query
    const tier = chooseTier(to - from, points, now - from, tiers)
    const steps = await this.#pool.snapshot((connection) =>
      stepsOf(connection, tier, deviceId, [from - (from % tier), to + 1]),
    )
    return historyOf(steps.rows, tier, points)
  }

  async trends(query: TrendQuery, now: number, tiers: readonly Tier[]): Promise<Map<number, Float64Array>> {
    const { ids, from, to } = query
    const trends = new Map<number, Float64Array>()
    const points = trendPoints(query.points)
    for (const deviceId of ids)
      trends.set(deviceId, trendOf(await this.history({ deviceId, from, to, points }, now, tiers), query))
    return trends
  }
}

type Span = readonly [from: number, before: number]

async function stepsOf(connection: Connection, tier: number, deviceId: number, span: Span): Promise<Steps> {
  const [from, before] = span
  if (tier === DAY) {
    const days = new Steps()
    const first = Math.floor(from / DAY)
    addDaySteps(days, await daysOfAccount(connection, deviceId, first, Math.ceil(before / DAY) - 1))
    return days
  }
  const level = PACKED.findIndex((one) => one.tier === tier) as Level
  const progress = await readProgress(connection)
  const unpacked = await freshOf(connection, progress, deviceId)
  const steps = await packedOf(connection, progress, level, deviceId, span)
  steps.addAll((level === 0 ? unpacked : unpacked.in(tier)).rows, from, before)
  return steps
}

/** The boundary: steps of this level before it are packed, and behind it those of finer levels. */
async function packedOf(
  connection: Connection,
  progress: Progress,
  level: Level,
  deviceId: number,
  [from, before]: Span,
): Promise<Steps> {
  const steps = new Steps()
  if (level === 0) {
    await readSteps(connection, 0, deviceId, steps, [from, before])
    return steps
  }
  const boundary = boundaryOf(progress, level, deviceId)
  await readSteps(connection, level, deviceId, steps, [from, Math.min(before, boundary)])
  const span: Span = [Math.max(from, boundary), before]
  const finer = await packedOf(connection, progress, level === 1 ? 0 : 1, deviceId, span)
  steps.addAll(finer.in(PACKED[level].tier).rows)
  return steps
}

/** The minutes of an account that are not packed, and the running one. */
async function freshOf(connection: Connection, { turn }: Progress, deviceId: number): Promise<Steps> {
  const steps = new Steps()
  const isPacked = !turn.isPacking || deviceId < turn.account
  const rows = await connection.all<{ step: Buffer }>(
    'SELECT step FROM fresh_steps WHERE device_id = $1 AND half = ANY($2::smallint[]) ORDER BY id',
    [deviceId, isPacked ? `{${turn.half}}` : '{0,1}'],
  )
  for (const { step } of rows) steps.add(stepsIn(step).numbers, 0)
  const [row] = await connection.all<{ state: Buffer }>('SELECT state FROM latest WHERE device_id = $1', [
    deviceId,
  ])
  if (row === undefined) return steps
  const page = new AccountPage(pageOf(deviceId))
  const local = localOf(deviceId)
  readState(page, local, row.state)
  if ((page.minutes[local * STEP_WIDTH] ?? 0) > 0) steps.add(page.minutes, local * STEP_WIDTH)
  return steps
}
