import type Database from 'better-sqlite3'
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises'
import type { Follow } from '../changes.ts'
import { followNothing, settling, type AfterCommit, type Settle } from '../after-commit.ts'
import { isHeld } from './refusal.ts'
import { WriteAheadLog } from './write-ahead-log.ts'

interface Job {
  readonly durable: boolean
  /** When the caller gives up waiting for another program's lock, of the steady clock, milliseconds. */
  readonly until: number
  /** Does the work. @returns what to run after the commit */
  run(): Promise<Settle>
  fail(error: unknown): void
}

/** What the queue reports, and how it explains errors to its callers. */
export interface QueueWatch {
  failureOf(error: unknown): Error
  /** Another program holds the write lock. */
  held(nowMs: number): void
  /** A unit failed because of that lock. */
  refused(): void
  /** The queue has the write lock. */
  free(nowMs: number): void
  /** The disk did not flush a commit. */
  unflushed(error: unknown): void
}

/** The data that readers see. */
export interface ReadersView {
  /** Shows the next commit as soon as it is done. */
  close(): void
  /** Hides commits until `release`. */
  hold(): void
  release(): void
}

const NO_READERS: ReadersView = { close: () => undefined, hold: () => undefined, release: () => undefined }

/** The maximum number of units in a commit. */
const BATCH = 256
/**
 * The time for which units wait for company after a commit, milliseconds. Where each connection brings one call, a turn of
 * the event loop brings one unit, and a commit for each would cost ten times as much (docs/performance.md). They
 * stop waiting when as many are there as in the last commit, because then all its callers are back. In an idle
 * server, nobody waits.
 */
const COMMIT_EVERY_MS = 2
const FEWEST_TOGETHER = 2
/** How long a unit waits for another program's lock, milliseconds: as long as a client waits for its answer. */
export const LOCK_WAIT_MS = 5000
/** The same while the store closes. */
const CLOSING_WAIT_MS = 1000
/** The pauses between two tries. They differ, so that they don't keep step with another program. */
const PAUSES_MS = [3, 5, 7, 11, 13, 17, 19, 23] as const

/**
 * One writer, many units in a commit (group commit): units that arrive in one turn of the event loop, or
 * shortly after the last commit, are committed together. The units of a commit with a durable unit are done when the
 * commit is flushed. Until then readers see the data from before, and the queue does nothing else, so that nobody
 * learns of data that a power cut may take back.
 *
 * Another program may hold the write lock. Each try for the lock takes microseconds, so reads and pulses go
 * on, and each unit waits for a limited time. The connection must have a busy time-out of 0.
 */
export class WriterQueue {
  readonly #db: Database.Database
  readonly #watch: QueueWatch
  readonly #view: ReadersView
  readonly #log: WriteAheadLog
  readonly #begin
  readonly #commit
  #jobs: Job[] = []
  #previews: Job[] = []
  #draining: Promise<void> | undefined
  #committedAtMs = -Infinity
  /** The units of the last commit, and at least two: a commit of one unit would make all later ones commits of one. */
  #company = FEWEST_TOGETHER
  /** Ends the wait for company. */
  #wake: (() => void) | undefined
  #closesAtMs = Infinity

  constructor(db: Database.Database, watch: QueueWatch, view = NO_READERS) {
    this.#db = db
    this.#watch = watch
    this.#view = view
    this.#log = new WriteAheadLog(db)
    this.#begin = db.prepare('BEGIN IMMEDIATE')
    this.#commit = db.prepare('COMMIT')
  }

  /**
   * @param work adds its changes and its effects to the lists that it gets
   * @param follow called with the changes after the commit, before the effects
   * @throws errors of `work`, and StorageFailure
   */
  add<T>(
    durable: boolean,
    work: (after: AfterCommit) => Promise<T>,
    follow: Follow = followNothing,
  ): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#jobs.push({
        durable,
        until: performance.now() + LOCK_WAIT_MS,
        run: async () => {
          const after: AfterCommit = { changes: [], effects: [] }
          const value = await work(after)
          return settling(after, follow, (failure) => {
            if (failure === undefined) resolve(value)
            else reject(failure)
          })
        },
        fail: (error) => {
          reject(this.#watch.failureOf(error))
        },
      })
      if (this.#hasCompany()) this.#wake?.()
      this.#draining ??= this.#drain()
    })
  }

  /**
   * Runs the work alone, after the units queued before, and rolls it back.
   * @throws errors of `work`, and StorageFailure
   */
  preview<T>(work: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#previews.push({
        durable: false,
        until: performance.now() + LOCK_WAIT_MS,
        run: async () => {
          const value = await work()
          return () => {
            resolve(value)
            return undefined
          }
        },
        fail: (error) => {
          reject(this.#watch.failureOf(error))
        },
      })
      this.#draining ??= this.#drain()
    })
  }

  /** Resolves when the queue is empty. The last units wait less for another program's lock. */
  async close(): Promise<void> {
    this.#closesAtMs = performance.now() + CLOSING_WAIT_MS
    await this.idle()
    await this.#log.close()
  }

  /** Resolves when the queue is empty. */
  async idle(): Promise<void> {
    while (this.#draining !== undefined) await this.#draining
  }

  async #drain(): Promise<void> {
    while (this.#jobs.length + this.#previews.length > 0) {
      if (this.#jobs.length > 0) {
        await this.#untilDue()
        await this.#commitTogether(this.#jobs.splice(0, BATCH))
        await this.#emptyLog()
      }
      for (const job of this.#previews.splice(0)) await this.#takeBack(job)
    }
    this.#draining = undefined
  }

  async #takeBack(job: Job): Promise<void> {
    try {
      if ((await this.#beginFor([job])).length === 0) return
      const settle = await job.run()
      this.#rollBack()
      await settle(undefined)
    } catch (error) {
      this.#rollBack()
      job.fail(error)
    }
  }

  /** The turn of the event loop ends first in any case, because it may bring more units. */
  async #untilDue(): Promise<void> {
    const wait = this.#committedAtMs + COMMIT_EVERY_MS - performance.now()
    if (wait > 0 && !this.#hasCompany()) {
      await new Promise<void>((resolve) => {
        const waiting = setTimeout(resolve, wait)
        this.#wake = () => {
          clearTimeout(waiting)
          resolve()
        }
      })
      this.#wake = undefined
    }
    await turn()
  }

  #hasCompany(): boolean {
    return this.#jobs.length >= this.#company
  }

  /**
   * Begins a transaction. While another program holds the lock, the units give up one after the other, also
   * those that still wait in the queue.
   * @returns the units that are left, in an open transaction; none and no transaction when all gave up
   */
  async #beginFor(jobs: readonly Job[]): Promise<readonly Job[]> {
    let left = jobs
    for (let tries = 0; ; tries++) {
      try {
        this.#begin.run()
        this.#watch.free(performance.now())
        // The lock is free again, and nothing is left to do.
        if (left.length === 0) this.#rollBack()
        return left
      } catch (error) {
        if (!isHeld(error)) throw error
        const now = performance.now()
        this.#watch.held(now)
        left = this.#stillWaiting(left, now, error)
        this.#jobs = this.#stillWaiting(this.#jobs, now, error)
        this.#previews = this.#stillWaiting(this.#previews, now, error)
        // Without a unit the queue still looks for the end of the lock, unless it closes.
        if (left.length === 0 && now >= this.#closesAtMs) return left
      }
      await pause(PAUSES_MS[tries % PAUSES_MS.length])
    }
  }

  /** Fails the units whose time is over. @returns the others */
  #stillWaiting(jobs: readonly Job[], now: number, error: unknown): Job[] {
    const [waiting, over] = [[] as Job[], [] as Job[]]
    for (const job of jobs) (Math.min(job.until, this.#closesAtMs) > now ? waiting : over).push(job)
    for (const job of over) {
      this.#watch.refused()
      job.fail(error)
    }
    return waiting
  }

  /**
   * Runs the units as one transaction. When one throws, everything is rolled back and each unit runs again
   * alone, so a unit may run twice (store.ts). Savepoints around each unit would cost every batch for the
   * sake of a few.
   */
  async #commitTogether(jobs: readonly Job[]): Promise<void> {
    const committed: Settle[] = []
    let begun = jobs
    try {
      begun = await this.#beginFor(jobs)
      for (const job of begun) committed.push(await job.run())
    } catch (error) {
      this.#rollBack()
      if (begun.length === 1) begun[0]?.fail(error)
      else for (const job of begun) await this.#commitTogether([job])
      return
    }
    if (begun.length === 0) return
    const isDurable = begun.some((job) => job.durable)
    try {
      if (isDurable) this.#view.hold()
      else this.#view.close()
      this.#commit.run()
    } catch (error) {
      // A full disk or a lost file: none of the batch was written, and every unit fails.
      this.#rollBack()
      this.#view.release()
      for (const job of begun) job.fail(error)
      return
    }
    const failure = isDurable ? await this.#flush() : undefined
    this.#committedAtMs = performance.now()
    this.#company = Math.max(FEWEST_TOGETHER, begun.length)
    for (const settle of committed) {
      const settled = settle(failure)
      if (settled !== undefined) await settled
    }
  }

  /** @returns why a power cut may take the last commit back */
  async #flush(): Promise<Error | undefined> {
    try {
      await this.#log.flush()
      return undefined
    } catch (error) {
      this.#watch.unflushed(error)
    } finally {
      this.#view.release()
    }
    try {
      this.#log.rescue()
      return undefined
    } catch (error) {
      return this.#watch.failureOf(error)
    }
  }

  /** Empties a long log, after the answers of the last commit are out. */
  async #emptyLog(): Promise<void> {
    try {
      if (!this.#log.isLong()) return
      await turn()
      this.#log.empty()
    } catch (error) {
      // The log keeps its data, and the next commit tries again.
      this.#watch.failureOf(error)
    }
  }

  /** Never throws, because the queue must go on. The next unit tries again. */
  #rollBack(): void {
    try {
      if (this.#db.inTransaction) this.#db.exec('ROLLBACK')
    } catch (error) {
      this.#watch.failureOf(error)
    }
  }
}
