import { setImmediate as turn } from 'node:timers/promises'
import { guarded } from '../../contract/guarded.ts'
import type { Log } from '../../contract/ports.ts'
import { failureOf, isLocked, isPassing } from './failures.ts'
import {
  pauseAfter,
  silence,
  UnknownOutcome,
  type Job,
  type LaneKind,
  type Transactions,
} from './transactions.ts'

/** The maximum number of units in a transaction. */
const BATCH = 64
/** How long a unit is tried again while the database is away, milliseconds: as long as a client waits for its answer. */
export const TRY_MS = 5000
/** How often the units that wait behind a silent database are looked at, milliseconds. */
const LOOK_MS = 250

/** Runs the units of one lane, those that wait in one transaction, and one transaction after another. */
export class WriteLane {
  readonly #kind: LaneKind
  readonly #transactions: Transactions
  readonly #log: Log
  #jobs: Job[] = []
  #previews: Job[] = []
  /** The units that run now. */
  #present: readonly Job[] = []
  #draining: Promise<void> | undefined
  /** Why the last attempt got no answer. Undefined: it got one. */
  #away: Error | undefined
  /** Since when the lane waits for an answer, of the steady clock, milliseconds. Infinity: it does not. */
  #silentAt = Infinity

  constructor(kind: LaneKind, transactions: Transactions, log: Log) {
    this.#kind = kind
    this.#transactions = transactions
    this.#log = log
  }

  add(job: Job): void {
    this.#jobs.push(job)
    this.#draining ??= this.#drain()
  }

  /** Runs the unit alone, after the units before it, and rolls it back. */
  addPreview(job: Job): void {
    this.#previews.push(job)
    this.#draining ??= this.#drain()
  }

  /** Resolves when no unit runs or waits. */
  async idle(): Promise<void> {
    while (this.#draining !== undefined) await this.#draining
  }

  async #drain(): Promise<void> {
    const tell = guarded(this.#log, 'postgres.silence', () => {
      this.#failLate()
    })
    const look = setInterval(tell, LOOK_MS)
    // The turn of the event loop may bring more units.
    await turn()
    while (this.#jobs.length + this.#previews.length > 0) {
      await this.#runNow(this.#jobs.splice(0, BATCH), (jobs) => this.#commitTogether(jobs))
      for (const preview of this.#previews.splice(0))
        await this.#runNow([preview], () => this.#takeBack(preview))
    }
    clearInterval(look)
    this.#silentAt = Infinity
    this.#draining = undefined
  }

  async #runNow(jobs: readonly Job[], run: (jobs: readonly Job[]) => Promise<void>): Promise<void> {
    this.#present = jobs.filter(({ hasFailed }) => !hasFailed)
    if (this.#present.length > 0) await run(this.#present)
    this.#present = []
  }

  /** Tells the callers whose time is over while the database gives no answer. */
  #failLate(): void {
    const now = performance.now()
    if (now - Math.max(this.#silentAt, this.#transactions.heardAt) < TRY_MS) return
    for (const job of [...this.#present, ...this.#jobs, ...this.#previews])
      if (job.until < now && !job.hasFailed) job.fail(silence())
  }

  /** The units behind a transaction whose outcome nobody knows wait for it, and their callers do not. */
  #tellLate(trouble: unknown): void {
    this.#stillWanted(this.#present, trouble)
    this.#jobs = this.#stillWanted(this.#jobs, trouble)
    this.#previews = this.#stillWanted(this.#previews, trouble)
  }

  /** Never throws: each unit gets its result or its error. */
  async #commitTogether(jobs: readonly Job[]): Promise<void> {
    const failed = new Set<Job>()
    const error = await this.#attempt(jobs, async (left) => {
      failed.clear()
      const ran = await this.#transactions.commit(left, this.#kind, failed, (trouble) => {
        this.#tellLate(trouble)
      })
      for (const { settle } of ran) {
        const settled = settle(undefined)
        if (settled !== undefined) await settled
      }
    })
    if (error === undefined) return
    if (jobs.length === 1) jobs[0]?.fail(error)
    else for (const some of apart(jobs, failed)) await this.#commitTogether(some)
  }

  async #takeBack(job: Job): Promise<void> {
    const error = await this.#attempt([job], async () => {
      const { settle } = await this.#transactions.takeBack(job, this.#kind)
      await settle(undefined)
    })
    if (error !== undefined) job.fail(error)
  }

  /**
   * Tries the units until they are done, or until the time of their callers is over.
   * @returns an error of their own, where they are not done because of it
   */
  async #attempt(jobs: readonly Job[], run: (jobs: readonly Job[]) => Promise<void>): Promise<unknown> {
    let left = this.#stillWanted(jobs, this.#away)
    for (let tries = 0; left.length > 0; tries++) {
      this.#silentAt = Math.min(this.#silentAt, performance.now())
      try {
        await run(left)
        this.#hasAnswered()
        return undefined
      } catch (error) {
        if (error instanceof UnknownOutcome) {
          for (const job of left) job.fail(error.cause)
          return undefined
        }
        if (!isPassing(error)) {
          this.#hasAnswered()
          return error
        }
        const isBusy = isLocked(error)
        if (isBusy) this.#hasAnswered()
        else this.#away = failureOf(error)
        if (isBusy && this.#transactions.isOver)
          for (const job of [...left, ...this.#jobs, ...this.#previews]) if (!job.hasFailed) job.fail(error)
        left = this.#stillWanted(left, error, isBusy ? this.#kind.waitsMs : 0)
        if (left.length > 0) await pauseAfter(tries)
      }
    }
    return undefined
  }

  #hasAnswered(): void {
    this.#away = undefined
    this.#silentAt = Infinity
  }

  /**
   * Tells the callers whose time is over, if there is a trouble.
   * @param moreMs how much longer they wait, milliseconds
   * @returns the units that may still run
   */
  #stillWanted(jobs: readonly Job[], trouble: unknown, moreMs = 0): Job[] {
    const now = performance.now() - moreMs
    if (trouble !== undefined)
      for (const job of jobs) if (job.until < now && !job.hasFailed) job.fail(trouble)
    return jobs.filter(({ hasFailed }) => !hasFailed)
  }
}

/** Units to try again in their order: each that failed alone, and those between them together. */
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
