import type { FleetGroup, FleetSample } from '../../../domain/fleet/fleet-group.ts'
import {
  curvePoints,
  curveSteps,
  FLEET_STEPS,
  rowPoints,
  withSample,
  type FleetRow,
} from '../../telemetry/fleet-curve.ts'
import type { FleetCurve, FleetCurvePoint, FleetCurveQuery, FleetEndsQuery } from '../../telemetry-store.ts'
import { claim } from './claim.ts'
import { lockText } from './locks.ts'
import type { Connection, TelemetryPool } from './telemetry-pool.ts'

const HOUR = 3600
const DAY = 86_400
const COLUMNS = 'at, samples, groups'

/** The sums of the fleet in steps. A step has the last sums of its time, and the number of its samples. */
export class FleetSamples {
  readonly #pool: TelemetryPool
  readonly #writer: number

  /** @param writer a number of this copy alone */
  constructor(pool: TelemetryPool, writer: number) {
    this.#pool = pool
    this.#writer = writer
  }

  /** @param seq as of `claim` */
  append(seq: number, { at, groups }: FleetSample): Promise<void> {
    return this.#pool.write(async (connection) => {
      await connection.batch(lockText('fleet'))
      if (!(await claim(connection, this.#writer, seq))) return
      for (const { tier } of FLEET_STEPS) await add(connection, tier, at - (at % tier), groups)
    })
  }

  async forgetOld(now: number): Promise<void> {
    await this.#pool.use(async (connection) => {
      for (const { tier, keep } of FLEET_STEPS)
        await connection.run('DELETE FROM fleet_samples WHERE step = $1 AND at < $2', [tier, now - keep])
    })
  }

  /** @param now decides which steps still exist */
  async curve(query: FleetCurveQuery, now: number): Promise<FleetCurve> {
    const { from, to } = query
    const { step, seconds } = curveSteps(query, now)
    const rows = await this.#pool.use((connection) =>
      connection.all<FleetRow>(
        `SELECT ${COLUMNS} FROM fleet_samples WHERE step = $1 AND at >= $2 AND at <= $3 ORDER BY at`,
        [step, from - (from % seconds), to],
      ),
    )
    return { seconds, points: curvePoints(rows, query, seconds) }
  }

  /** By hours: a day of a wall clock doesn't end with a day of UTC. Days of longer ago have only that. */
  ends(query: FleetEndsQuery): Promise<FleetCurvePoint[]> {
    return this.#pool.use(async (connection) => {
      const points: FleetCurvePoint[] = []
      for (const end of query.ends) {
        const row = (await lastOf(connection, HOUR, end)) ?? (await lastOf(connection, DAY, end))
        if (row !== undefined) points.push(...rowPoints(row, query, end))
      }
      return points
    })
  }
}

async function lastOf(connection: Connection, step: number, end: number): Promise<FleetRow | undefined> {
  const rows = await connection.all<FleetRow>(
    `SELECT ${COLUMNS} FROM fleet_samples WHERE step = $1 AND at >= $2 AND at < $3 ORDER BY at DESC LIMIT 1`,
    [step, end - DAY, end],
  )
  return rows[0]
}

async function add(
  connection: Connection,
  step: number,
  at: number,
  groups: readonly FleetGroup[],
): Promise<void> {
  const [before] = await connection.all<FleetRow>(
    `SELECT ${COLUMNS} FROM fleet_samples WHERE step = $1 AND at = $2`,
    [step, at],
  )
  const merged = withSample(before, groups)
  await connection.run(
    `INSERT INTO fleet_samples (step, at, samples, groups) VALUES ($1, $2, $3, $4)
     ON CONFLICT (step, at) DO UPDATE SET samples = excluded.samples, groups = excluded.groups`,
    [step, at, merged.samples, merged.groups],
  )
}
