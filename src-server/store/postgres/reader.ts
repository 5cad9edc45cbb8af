import { setTimeout as pause } from 'node:timers/promises'
import type { Unit } from '../store.ts'
import { failureOf, isPassing } from './failures.ts'
import type { PostgresPool } from './pool.ts'

/** How long a read is tried again while the database is away, milliseconds. */
const TRY_MS = 5000
const PAUSE_MS = 100

/** Reads committed data, each piece of work in one snapshot. */
export class PostgresReader {
  readonly #pool: PostgresPool

  constructor(pool: PostgresPool) {
    this.#pool = pool
  }

  /** @throws errors of `work`, and StorageFailure */
  async read<T>(work: (unit: Unit) => Promise<T>): Promise<T> {
    const until = performance.now() + TRY_MS
    for (;;) {
      try {
        return await this.#pool.use(async ({ client, unit }) => {
          await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
          const value = await work(unit)
          await client.query('COMMIT')
          return value
        })
      } catch (error) {
        if (!isPassing(error) || performance.now() > until) throw failureOf(error)
        await pause(PAUSE_MS)
      }
    }
  }
}
