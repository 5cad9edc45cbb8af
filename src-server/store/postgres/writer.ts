import { setImmediate as turn } from 'node:timers/promises'
import { guarded } from '../../contract/guarded.ts'
import type { Log, Random } from '../../contract/ports.ts'
import { followNothing, settling, type AfterCommit, type Settle } from '../after-commit.ts'
import type { Follow } from '../changes.ts'
import type { Unit } from '../store.ts'
import { failureOf, isPassing } from './failures.ts'
import type { PostgresPool } from './pool.ts'
import { pauseAfter, silence, Transactions, UnknownOutcome, type Job, type Lane } from './transactions.ts'

/** The maximum number of units in a transaction of the desk lane. */
const BATCH = 64
/** How long a unit is tried again while the database is away, milliseconds: as long as a client waits for its answer. */
const TRY_MS = 5000
/** How often the units that wait behind a silent database are looked at, milliseconds. */
const LOOK_MS = 250

/** The units of a lane. */
interface Waiting {
  readonly jobs: Job[]
  /** Those that run now. */
  present: readonly Job[]
  draining: Promise<void> | undefined
  /** Since when the lane waits for an answer, of the steady clock, milliseconds. Infinity: it does not. */
  silentAt: number
}

function waiting(): Waiting {
  return { jobs: [], present: [], draining: undefined, silentAt: Infinity }
}

/**
 * Two lanes of writing. The desk lane gives what SQLite gives: in all copies one transaction after another, with ids that
 * rise in the order of commits. Units that wait share a transaction. The row lane is for units that decide by
 * conditional updates and unique indexes alone. Those that wait share a transaction too, and run in it at once; the
 * transactions of other copies and of the desk run meanwhile. A copy has one such transaction at a time, so that no two of
 * them lock each other out.
 */
export class PostgresWriter {
  readonly #pool: PostgresPool
  readonly #transactions: Transactions
  readonly #log: Log
  readonly #lanes: Readonly<Record<Lane, Waiting>> = { desk: waiting(), row: waiting() }
  #previews: Job[] = []
  /** Why the last attempt got no answer. Undefined: it got one. */
  #away: Error | undefined

  /** @param copy this copy's name for the others, which read the changes. Undefined where there are none */
  constructor(pool: PostgresPool, random: Random, log: Log, copy: string | undefined) {
    this.#pool = pool
    this.#log = log
    this.#transactions = new Transactions(pool, random, copy)
  }

  /**
   * @param work adds its changes and its effects to the lists that it gets
   * @throws errors of `work`, and StorageFailure
   */
  write<T>(
    { durable, lane = 'desk' }: { readonly durable: boolean; readonly lane?: Lane | undefined },
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
      const { jobs } = this.#lanes[lane]
      jobs.push(job)
      this.#start(lane)
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
      this.#start('desk')
    })
  }

  /** Resolves when no unit runs or waits. */
  async idle(): Promise<void> {
    this.#transactions.isEnding = true
    for (;;) {
      const draining = Object.values(this.#lanes).flatMap((lane) => lane.draining ?? [])
      if (draining.length === 0) return
      await Promise.all(draining)
    }
  }

  #jobOf(durable: boolean, reject: (error: Error) => void, run: Job['run']): Job {
    const job: Job = {
      durable,
      until: performance.now() + TRY_MS,
      run,
      hasFailed: false,
      fail: (error) => {
        job.hasFailed = true
        reject(failureOf(error))
      },
    }
    return job
  }

  #start(lane: Lane): void {
    this.#lanes[lane].draining ??= this.#drain(lane)
  }

  async #drain(lane: Lane): Promise<void> {
    const of = this.#lanes[lane]
    const previews = () => (lane === 'desk' ? this.#previews.splice(0) : [])
    const tell = guarded(this.#log, 'postgres.silence', () => {
      this.#failLate(lane)
    })
    const look = setInterval(tell, LOOK_MS)
    // The turn of the event loop may bring more units.
    await turn()
    while (of.jobs.length + (lane === 'desk' ? this.#previews.length : 0) > 0) {
      await this.#run(of, of.jobs.splice(0, BATCH), (jobs) => this.#commitTogether(jobs, lane))
      for (const preview of previews()) await this.#run(of, [preview], () => this.#takeBack(preview))
    }
    clearInterval(look)
    of.silentAt = Infinity
    of.draining = undefined
  }

  async #run(of: Waiting, jobs: readonly Job[], run: (jobs: readonly Job[]) => Promise<void>): Promise<void> {
    of.present = jobs.filter(({ hasFailed }) => !hasFailed)
    if (of.present.length > 0) {
      of.silentAt = Math.min(of.silentAt, performance.now())
      await run(of.present)
    }
    of.present = []
  }

  /** Tells the callers of a lane whose time is over while the database gives no answer. */
  #failLate(lane: Lane): void {
    const { silentAt, present, jobs } = this.#lanes[lane]
    const now = performance.now()
    // A long unit gets an answer to each statement.
    if (now - Math.max(silentAt, this.#pool.answeredAt) < TRY_MS) return
    for (const job of [...present, ...jobs, ...(lane === 'desk' ? this.#previews : [])])
      if (job.until < now && !job.hasFailed) job.fail(silence())
  }

  /** Never throws: each unit gets its result or its error. */
  async #commitTogether(jobs: readonly Job[], lane: Lane): Promise<void> {
    const failed = new Set<Job>()
    const error = await this.#attempt(jobs, lane, async (left) => {
      failed.clear()
      const ran = await this.#transactions.commit(left, lane, failed)
      for (const { settle } of ran) {
        const settled = settle(undefined)
        if (settled !== undefined) await settled
      }
    })
    if (error === undefined) return
    if (jobs.length === 1) jobs[0]?.fail(error)
    else for (const some of apart(jobs, failed)) await this.#commitTogether(some, lane)
  }

  async #takeBack(job: Job): Promise<void> {
    const error = await this.#attempt([job], 'desk', async () => {
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
    lane: Lane,
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

  #hasAnswered(lane: Lane): void {
    this.#away = undefined
    this.#lanes[lane].silentAt = Infinity
  }

  /** Tells the callers whose time is over, if there is a trouble. @returns the units that may still run */
  #stillWanted(jobs: readonly Job[], trouble: unknown): readonly Job[] {
    const now = performance.now()
    if (trouble !== undefined)
      for (const job of jobs) if (job.until < now && !job.hasFailed) job.fail(trouble)
    return jobs.filter(({ hasFailed }) => !hasFailed)
  }
}

/** Units to try again in their order: each that failed by itself alone, and those between them together. */
function apart(jobs: readonly Job[], failed: ReadonlySet<Job>): Job[][] {
  const parts: Job[][] = []
  let isOpen = false
  for (const job of jobs) {
    const isAlone = failed.size === 0 || failed.has(job)
    if (isOpen && !isAlone) parts.at(-1)?.push(job)
    else parts.push([job])
    isOpen = !isAlone
  }
  return parts
}
