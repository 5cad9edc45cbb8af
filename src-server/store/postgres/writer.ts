import { setImmediate as turn } from 'node:timers/promises'
import { guarded } from '../../contract/guarded.ts'
import type { Log, Random } from '../../contract/ports.ts'
import { followNothing, settling, type AfterCommit, type Settle } from '../after-commit.ts'
import type { Follow } from '../changes.ts'
import type { Unit } from '../store.ts'
import { failureOf, isPassing } from './failures.ts'
import type { PostgresPool } from './pool.ts'
import { AT_THE_DESK, pauseAfter, silence, Transactions, UnknownOutcome, type Job } from './transactions.ts'

/** The maximum number of units in a transaction of the desk lane. */
const BATCH = 64
/** How long a unit is tried again while the database is away, milliseconds: as long as a client waits for its answer. */
const TRY_MS = 5000
/** How often the units that wait behind a silent database are looked at, milliseconds. */
const LOOK_MS = 250

/**
 * Two lanes of writing. The desk lane gives what SQLite gives: in all copies one transaction after another, with ids that
 * rise in the order of commits. Units that wait share a transaction. The row lane is for units that decide by
 * conditional updates and unique indexes alone: they run at once on any connection.
 */
export class PostgresWriter {
  readonly #transactions: Transactions
  readonly #log: Log
  #jobs: Job[] = []
  #previews: Job[] = []
  /** The units of the desk lane that run now. */
  #present: readonly Job[] = []
  #draining: Promise<void> | undefined
  readonly #rows = new Set<Promise<void>>()
  /** Why the last attempt got no answer. Undefined: it got one. */
  #away: Error | undefined
  /** Since when the desk lane waits for an answer, of the steady clock, milliseconds. Infinity: it does not. */
  #silentAt = Infinity

  /** @param copy this copy's name for the others, which read the changes. Undefined where there are none */
  constructor(pool: PostgresPool, random: Random, log: Log, copy: string | undefined) {
    this.#log = log
    this.#transactions = new Transactions(pool, random, copy)
  }

  /**
   * @param work adds its changes and its effects to the lists that it gets
   * @throws errors of `work`, and StorageFailure
   */
  write<T>(
    { durable, lane = 'desk' }: { readonly durable: boolean; readonly lane?: 'desk' | 'row' | undefined },
    work: (unit: Unit, after: AfterCommit) => Promise<T>,
    follow: Follow = followNothing,
  ): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const job = this.#jobOf(durable, reject, async (unit) => {
        const after: AfterCommit = { changes: [], effects: [] }
        const value = await work(unit, after)
        const settle = settling(after, follow, (failure) => {
          if (failure === undefined) resolve(value)
          else reject(failure)
        })
        return { changes: after.changes, settle }
      })
      if (lane === 'row') this.#runInRowLane(job)
      else {
        this.#jobs.push(job)
        this.#draining ??= this.#drain()
      }
    })
  }

  /** Runs the work at the desk, alone, and rolls it back. @throws as write */
  preview<T>(work: (unit: Unit) => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const job = this.#jobOf(false, reject, async (unit) => {
        const value = await work(unit)
        const settle: Settle = () => {
          resolve(value)
          return undefined
        }
        return { changes: [], settle }
      })
      this.#previews.push(job)
      this.#draining ??= this.#drain()
    })
  }

  /** Resolves when no unit runs or waits. */
  async idle(): Promise<void> {
    this.#transactions.isEnding = true
    while (this.#draining !== undefined || this.#rows.size > 0)
      await Promise.all([this.#draining, ...this.#rows])
  }

  #jobOf(durable: boolean, reject: (error: Error) => void, run: Job['run']): Job {
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

  #runInRowLane(job: Job): void {
    // The unit runs at once: nothing but silence keeps it that long.
    const tell = guarded(this.#log, 'postgres.silence', () => {
      job.fail(silence())
    })
    const timer = setTimeout(tell, TRY_MS)
    const running = this.#commitTogether([job], '').finally(() => {
      clearTimeout(timer)
      this.#rows.delete(running)
    })
    this.#rows.add(running)
  }

  async #drain(): Promise<void> {
    const tell = guarded(this.#log, 'postgres.silence', () => {
      this.#failLate()
    })
    const look = setInterval(tell, LOOK_MS)
    // The turn of the event loop may bring more units.
    await turn()
    while (this.#jobs.length + this.#previews.length > 0) {
      await this.#atTheDesk(this.#jobs.splice(0, BATCH), (jobs) => this.#commitTogether(jobs, AT_THE_DESK))
      for (const preview of this.#previews.splice(0))
        await this.#atTheDesk([preview], () => this.#takeBack(preview))
    }
    clearInterval(look)
    this.#silentAt = Infinity
    this.#draining = undefined
  }

  async #atTheDesk(jobs: readonly Job[], run: (jobs: readonly Job[]) => Promise<void>): Promise<void> {
    this.#present = jobs.filter(({ hasFailed }) => !hasFailed)
    if (this.#present.length > 0) {
      this.#silentAt = Math.min(this.#silentAt, performance.now())
      await run(this.#present)
    }
    this.#present = []
  }

  /** Tells the callers of the desk lane whose time is over while the database gives no answer. */
  #failLate(): void {
    const now = performance.now()
    if (now - this.#silentAt < TRY_MS) return
    for (const job of [...this.#present, ...this.#jobs, ...this.#previews])
      if (job.until < now && !job.hasFailed) job.fail(silence())
  }

  /** Never throws: each unit gets its result or its error. */
  async #commitTogether(jobs: readonly Job[], lane: string): Promise<void> {
    const error = await this.#attempt(jobs, lane, async (left) => {
      const ran = await this.#transactions.commit(left, lane)
      for (const { settle } of ran) {
        const settled = settle(undefined)
        if (settled !== undefined) await settled
      }
    })
    if (error === undefined) return
    // One of them is the reason. Alone, each of the others is stored.
    if (jobs.length === 1) jobs[0]?.fail(error)
    else for (const job of jobs) await this.#commitTogether([job], lane)
  }

  async #takeBack(job: Job): Promise<void> {
    const error = await this.#attempt([job], AT_THE_DESK, async () => {
      const { settle } = await this.#transactions.takeBack(job)
      await settle(undefined)
    })
    if (error !== undefined) job.fail(error)
  }

  /**
   * Tries the units until they are done, or until the time of their callers is over.
   * @returns an error of their own, where they are not done because of it
   */
  async #attempt(
    jobs: readonly Job[],
    lane: string,
    run: (jobs: readonly Job[]) => Promise<void>,
  ): Promise<unknown> {
    let left = this.#stillWanted(jobs, this.#away)
    for (let tries = 0; left.length > 0; tries++) {
      try {
        await run(left)
        this.#hasAnswered(lane)
        return undefined
      } catch (error) {
        if (error instanceof UnknownOutcome) {
          for (const job of left) job.fail(error.cause)
          return undefined
        }
        if (!isPassing(error)) {
          this.#hasAnswered(lane)
          return error
        }
        this.#away = failureOf(error)
        left = this.#stillWanted(left, error)
        if (left.length > 0) await pauseAfter(tries)
      }
    }
    return undefined
  }

  #hasAnswered(lane: string): void {
    this.#away = undefined
    if (lane === AT_THE_DESK) this.#silentAt = Infinity
  }

  /** Tells the callers whose time is over, if there is a trouble. @returns the units that may still run */
  #stillWanted(jobs: readonly Job[], trouble: unknown): readonly Job[] {
    const now = performance.now()
    if (trouble !== undefined)
      for (const job of jobs) if (job.until < now && !job.hasFailed) job.fail(trouble)
    return jobs.filter(({ hasFailed }) => !hasFailed)
  }
}
