import type Database from 'better-sqlite3'
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises'
import { isHeld } from './refusal.ts'

interface Job {
  readonly durable: boolean
  /** When the caller gives up waiting for another program's lock, of the steady clock, milliseconds. */
  readonly until: number
  /** Does the work. @returns the effects to run after the commit */
  run(): Promise<() => void>
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
}

/** The maximum number of units in a commit. */
const BATCH = 256
/**
 * How long units wait for company after a commit, milliseconds. Where each connection brings one call, a turn of
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
 * shortly after the last commit, are committed together. One durable unit makes the whole commit FULL.
 *
 * Another program may hold the write lock. Each try for the lock takes microseconds, so reads and pulses go
 * on, and each unit waits for a limited time. The connection must have a busy time-out of 0.
 */
export class WriterQueue {
  readonly #db: Database.Database
  readonly #watch: QueueWatch
  readonly #beforeCommit: () => void
  readonly #begin
  readonly #commit
  #jobs: Job[] = []
  #previews: Job[] = []
  #draining: Promise<void> | undefined
  #synchronous: 'NORMAL' | 'FULL' = 'NORMAL'
  #committedAtMs = -Infinity
  /** The units of the last commit, and at least two: a commit of one unit would make all later ones commits of one. */
  #company = FEWEST_TOGETHER
  /** Ends the wait for company. */
  #wake: (() => void) | undefined
  #closesAtMs = Infinity

  /** @param beforeCommit called before each commit, because the data read so far becomes outdated */
  constructor(db: Database.Database, watch: QueueWatch, beforeCommit: () => void = () => undefined) {
    this.#db = db
    this.#watch = watch
    this.#beforeCommit = beforeCommit
    this.#begin = db.prepare('BEGIN IMMEDIATE')
    this.#commit = db.prepare('COMMIT')
  }

  /**
   * @throws errors of `work`, and StorageFailure. `work` gets a function that registers an effect for after
   * the commit
   */
  add<T>(durable: boolean, work: (afterCommit: (effect: () => void) => void) => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#jobs.push({
        durable,
        until: performance.now() + LOCK_WAIT_MS,
        run: async () => {
          const effects: (() => void)[] = []
          const value = await work((effect) => effects.push(effect))
          return () => {
            try {
              for (const effect of effects) effect()
              resolve(value)
            } catch (error) {
              // An effect's error goes to its caller, and must not end the queue.
              reject(asError(error))
            }
          }
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
      settle()
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
    const committed: (() => void)[] = []
    let begun = jobs
    try {
      this.#setSynchronous(jobs.some((job) => job.durable) ? 'FULL' : 'NORMAL')
      begun = await this.#beginFor(jobs)
      for (const job of begun) committed.push(await job.run())
    } catch (error) {
      this.#rollBack()
      if (begun.length === 1) begun[0]?.fail(error)
      else for (const job of begun) await this.#commitTogether([job])
      return
    }
    if (begun.length === 0) return
    try {
      this.#beforeCommit()
      this.#commit.run()
    } catch (error) {
      // A full disk or a lost file: none of the batch was written, and every unit fails.
      this.#rollBack()
      for (const job of begun) job.fail(error)
      return
    }
    this.#committedAtMs = performance.now()
    this.#company = Math.max(FEWEST_TOGETHER, begun.length)
    for (const settle of committed) settle()
  }

  /** Never throws, because the queue must go on. The next unit tries again. */
  #rollBack(): void {
    try {
      if (this.#db.inTransaction) this.#db.exec('ROLLBACK')
    } catch (error) {
      this.#watch.failureOf(error)
    }
  }

  #setSynchronous(mode: 'NORMAL' | 'FULL'): void {
    if (mode === this.#synchronous) return
    this.#db.pragma(`synchronous = ${mode}`)
    this.#synchronous = mode
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}
