import type { Log, Random } from '../../contract/ports.ts'
import { followNothing, settling, type AfterCommit, type Settle } from '../after-commit.ts'
import type { Follow } from '../changes.ts'
import type { Unit } from '../store.ts'
import { failureOf } from './failures.ts'
import type { PostgresPool } from './pool.ts'
import { DESK, ROW, Transactions, type Job } from './transactions.ts'
import { TRY_MS, WriteLane } from './write-lane.ts'

/**
 * Two lanes of writing. The desk lane gives what SQLite gives: in all copies one transaction after another, with ids that
 * rise in the order of commits. Units that wait share a transaction. The row lane is for units that decide by
 * conditional updates and unique indexes alone. Its waiting units share a transaction too, and run in it at once. The
 * transactions of other copies and of the desk run meanwhile. A copy runs one transaction of the row lane at a time, so
 * that no two of them lock each other out.
 */
export class PostgresWriter {
  readonly #transactions: Transactions
  readonly #desk: WriteLane
  readonly #row: WriteLane

  /** @param copy this copy's name for the others, which read the changes. Undefined where there are none */
  constructor(pool: PostgresPool, random: Random, log: Log, copy: string | undefined) {
    this.#transactions = new Transactions(pool, random, copy)
    this.#desk = new WriteLane(DESK, this.#transactions, log)
    this.#row = new WriteLane(ROW, this.#transactions, log)
  }

  /**
   * @param work adds its changes and its effects to the lists that it gets
   * @throws errors of `work`, and StorageFailure
   */
  write<T>(
    { durable, lane }: { readonly durable: boolean; readonly lane?: 'row' | undefined },
    work: (unit: Unit, after: AfterCommit) => Promise<T>,
    follow: Follow = followNothing,
  ): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const job = jobOf(durable, reject, async (unit) => {
        const after: AfterCommit = { changes: [], effects: [] }
        const value = await work(unit, after)
        const settle = settling(after, follow, (failure) => {
          if (failure === undefined) resolve(value)
          else reject(failure)
        })
        return { changes: after.changes, settle }
      })
      if (lane === 'row') this.#row.add(job)
      else this.#desk.add(job)
    })
  }

  /** Runs the work at the desk, alone, and rolls it back. @throws as write */
  preview<T>(work: (unit: Unit) => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const job = jobOf(false, reject, async (unit) => {
        const value = await work(unit)
        const settle: Settle = () => {
          resolve(value)
          return undefined
        }
        return { changes: [], settle }
      })
      this.#desk.addPreview(job)
    })
  }

  /** Resolves when no unit runs or waits: within five seconds, unless units work for longer. */
  async idle(): Promise<void> {
    this.#transactions.end()
    await Promise.all([this.#desk.idle(), this.#row.idle()])
  }
}

function jobOf(durable: boolean, reject: (error: Error) => void, run: Job['run']): Job {
  const job: Job = {
    durable,
    until: performance.now() + TRY_MS,
    run,
    hasFailed: false,
    onFail: undefined,
    fail: (error) => {
      job.hasFailed = true
      reject(failureOf(error))
      job.onFail?.()
    },
  }
  return job
}
