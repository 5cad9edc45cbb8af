import { growthPerDay, type SizeAt } from '../../../domain/platform/history-forecast.ts'
import { keptTiers, PROGRAM_KEPT, TIERS, type Tier } from '../../telemetry/tiers.ts'
import type { StorageUsage } from '../../telemetry-store.ts'
import type { CodeEvents } from './code-events.ts'
import type { FleetSamples } from './fleet-samples.ts'
import { tryBackground } from './locks.ts'
import { dropPartition, PACKED, partitionsOf, spanOf, type Level } from './packed-steps.ts'
import { neededFrom, readProgress } from './progress.ts'
import type { Connection, TelemetryPool } from './telemetry-pool.ts'

const HOUR = 3600
const DAY = 86_400
/** The time over which growth is measured, seconds. Older sizes are deleted. */
const MEASURED = 7 * DAY
/** The rows that one piece of work deletes. */
const TOGETHER = 200
const LEVELS = [0, 1, 2] as const satisfies readonly Level[]
/** The time between two looks at the size, milliseconds: it takes a look at every file. */
const LOOK_EVERY_MS = 60_000

const USED = `SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0)::float8 AS bytes
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = 'telemetry' AND c.relkind = 'r'`

/** One piece of work after the other. @returns whether there was something to do */
type Work = (connection: Connection) => Promise<boolean>

interface Parts {
  readonly codeEvents: CodeEvents
  readonly fleet: FleetSamples
}

/** Deletes what is kept no longer, in small pieces: steps by whole partitions. */
export class Keeping {
  readonly #pool: TelemetryPool
  readonly #parts: Parts
  #tiers: readonly Tier[] = TIERS
  #work: Work[] = []
  /** The most bytes that the data may take. null: no limit. */
  #limit: number | null = null
  #noted = 0
  #looksAtMs = 0

  constructor(pool: TelemetryPool, parts: Parts) {
    this.#pool = pool
    this.#parts = parts
  }

  get tiers(): readonly Tier[] {
    return this.#tiers
  }

  /** Sets how long hourly steps are kept. Finer and coarser steps have times of their own. */
  keepHours(seconds: number): void {
    this.#tiers = keptTiers(seconds)
  }

  /** @param bytes null: no limit */
  keepWithin(bytes: number | null): void {
    this.#limit = bytes
    this.#looksAtMs = 0
  }

  usage(now: number): Promise<StorageUsage> {
    return this.#pool.use(async (connection) => {
      const used = await usedOf(connection)
      const [first] = await connection.all<SizeAt>('SELECT at, bytes FROM sizes ORDER BY at LIMIT 1')
      return { used, perDay: growthPerDay(first, { at: now, bytes: used }), limit: this.#limit }
    })
  }

  /** Notes the size for the forecast, once an hour. */
  async note(now: number): Promise<void> {
    if (Math.abs(now - this.#noted) < HOUR) return
    this.#noted = now
    await this.#pool.use(async (connection) => {
      const at = now - (now % HOUR)
      const used = await usedOf(connection)
      await connection.run('INSERT INTO sizes (at, bytes) VALUES ($1, $2) ON CONFLICT DO NOTHING', [at, used])
      await connection.run('DELETE FROM sizes WHERE at < $1', [now - MEASURED])
    })
  }

  /** Begins to delete what is too old. `step` does it. */
  forgetOld(now: number): void {
    const { codeEvents, fleet } = this.#parts
    let lastEvent = 0
    this.#work = [
      ...LEVELS.map((level) => (connection: Connection) => this.#dropLevel(connection, level, now)),
      async (connection) => {
        const deleted = await connection.run(
          `DELETE FROM day_pages WHERE (page, day) IN (SELECT page, day FROM day_pages WHERE day < $1 LIMIT ${TOGETHER})`,
          [Math.floor((now - TIERS[3].keep) / DAY)],
        )
        return deleted === TOGETHER
      },
      async () => {
        const end = await codeEvents.forgetOld(now, lastEvent)
        lastEvent = end ?? lastEvent
        return end !== undefined
      },
      async (connection) => {
        await fleet.forgetOld(now)
        await connection.run(
          'DELETE FROM programs AS p USING latest AS l WHERE l.device_id = p.device_id AND l.at < $1',
          [now - PROGRAM_KEPT],
        )
        // A copy that ended comes back under another number.
        await connection.run("DELETE FROM writers WHERE at < now() - interval '2 days'")
        return false
      },
    ]
  }

  /** One piece of work. @returns whether there was something to do, and no other copy works in the background */
  step(): Promise<boolean> {
    const isLimited = this.#limit !== null && performance.now() >= this.#looksAtMs
    if (this.#work.length === 0 && !isLimited) return Promise.resolve(false)
    return this.#pool.write(async (connection) => {
      if (!(await tryBackground(connection))) return false
      for (let work = this.#work[0]; work !== undefined; work = this.#work[0]) {
        if (await work(connection)) return true
        this.#work.shift()
      }
      return this.#squeeze(connection)
    })
  }

  async #dropLevel(connection: Connection, level: Level, now: number): Promise<boolean> {
    const keep = this.#tiers.find(({ tier }) => tier === PACKED[level].tier)?.keep ?? Infinity
    const before = spanOf(level, now - keep)
    return dropFirst(connection, level, (end) => end <= before)
  }

  /** Drops the oldest of the finest steps while the data is over its limit. Steps that longer ones still need stay. */
  async #squeeze(connection: Connection): Promise<boolean> {
    if (this.#limit !== null && (await usedOf(connection)) > this.#limit)
      for (const level of LEVELS) if (await dropFirst(connection, level, () => true)) return true
    this.#looksAtMs = performance.now() + LOOK_EVERY_MS
    return false
  }
}

/** Drops the first partition of a level, if longer steps don't need it. @param isOld gets the span after its last one */
async function dropFirst(
  connection: Connection,
  level: Level,
  isOld: (end: number) => boolean,
): Promise<boolean> {
  const [first] = await partitionsOf(connection, level)
  if (first === undefined) return false
  const end = (first + 1) * PACKED[level].spans
  const needed = level === 2 ? Infinity : neededFrom(await readProgress(connection), level)
  if (end > needed || !isOld(end)) return false
  await dropPartition(connection, level, first)
  return true
}

async function usedOf(connection: Connection): Promise<number> {
  const [used] = await connection.all<{ bytes: number }>(USED)
  return used?.bytes ?? 0
}
