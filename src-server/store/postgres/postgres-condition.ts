import { guarded } from '../../contract/guarded.ts'
import type { Clock, Log } from '../../contract/ports.ts'
import { SOUND, type Incident, type StorageCondition } from '../storage-condition.ts'
import type { PostgresPool } from './pool.ts'

/** The time between two looks at the size of the database, milliseconds. */
const SIZE_EVERY_MS = 60_000

/** The condition of a database that its own server keeps. */
export class PostgresCondition implements StorageCondition {
  readonly #pool: PostgresPool
  readonly #clock: Clock
  readonly #log: Log
  readonly #timer: NodeJS.Timeout
  #callback = (): void => undefined
  #damage: Incident | undefined
  #size = 0

  constructor(pool: PostgresPool, clock: Clock, log: Log) {
    this.#pool = pool
    this.#clock = clock
    this.#log = log
    this.#timer = setInterval(
      guarded(log, 'postgres.size', () => void this.#measure()),
      SIZE_EVERY_MS,
    ).unref()
    void this.#measure()
  }

  readonly telemetryRenewed = undefined
  readonly fault = undefined
  readonly heldSince = undefined

  get damage(): Incident | undefined {
    return this.#damage
  }

  /** Bytes of the database, as of the last look. */
  get size(): number {
    return this.#size
  }

  checked(verdict: string): void {
    this.#damage = verdict === SOUND ? undefined : { at: this.#clock.now(), what: verdict }
    this.#callback()
  }

  onChange(callback: () => void): void {
    this.#callback = callback
  }

  end(): void {
    clearInterval(this.#timer)
  }

  async #measure(): Promise<void> {
    try {
      const { rows } = await this.#pool.use(({ client }) =>
        client.query<{ size: number }>('SELECT pg_database_size(current_database()) AS size'),
      )
      this.#size = rows[0]?.size ?? 0
    } catch (error) {
      // The next look tries again. Each call that needs the database fails by itself.
      this.#log.warn('postgres.size', { why: error instanceof Error ? error.message : String(error) })
    }
  }
}
