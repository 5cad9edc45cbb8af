import { setTimeout as pause } from 'node:timers/promises'
import type { Unit } from '../store.ts'
import { failureOf, isPassing } from './failures.ts'
import type { PostgresPool } from './pool.ts'
import { inTransaction } from './transaction.ts'

/** How long a read is tried again while the database is away, milliseconds. */
const TRY_MS = 5000
const PAUSE_MS = 100
const SNAPSHOT = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'

/** Reads committed data, each piece of work in one snapshot. */
export class PostgresReader {
  readonly #pool: PostgresPool

  constructor(pool: PostgresPool) {
    this.#pool = pool
  }

  /**
   * @param isSingle the work asks one statement, which is a snapshot of its own
   * @throws errors of `work`, and StorageFailure
   */
  async read<T>(work: (unit: Unit) => Promise<T>, isSingle: boolean): Promise<T> {
    const until = performance.now() + TRY_MS
    for (;;) {
      try {
        if (isSingle) return await this.#pool.share(({ unit }) => work(unit))
        return await this.#pool.use(async (session) => {
          const value = await inTransaction(session, SNAPSHOT, () => work(session.unit))
          // The next use of the connection waits for it. The value is there, whatever becomes of it.
          session.client.query('COMMIT').catch(() => undefined)
          return value
        })
      } catch (error) {
        if (!isPassing(error) || performance.now() > until) throw failureOf(error)
        await pause(PAUSE_MS)
      }
    }
  }
}
