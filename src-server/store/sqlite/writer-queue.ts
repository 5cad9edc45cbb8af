import type Database from 'better-sqlite3'
import { StorageFull } from '../../contract/storage-full.ts'
import { isDiskFull } from './refusal.ts'

interface Job {
  readonly durable: boolean
  /** Does the work. @returns what to do once it is committed. */
  run(): Promise<() => void>
  fail(error: unknown): void
}

/** At most this many units share a commit. */
const BATCH = 256
/**
 * Commits follow each other no closer than this, milliseconds: where a connection brings one call, a turn of the loop
 * brings one unit, and a commit for each would cost ten times as much (docs/performance.md). Idle, nobody waits.
 */
const COMMIT_EVERY_MS = 2

/**
 * One writer, many units a commit (research/reliability.md 6.1, group commit): what arrives within a turn of the event
 * loop, or while the last commit is young, is committed together. A durable unit makes the whole commit FULL.
 */
export class WriterQueue {
  readonly #db: Database.Database
  readonly #beforeCommit: () => void
  readonly #begin
  readonly #commit
  #jobs: Job[] = []
  #previews: Job[] = []
  #draining: Promise<void> | undefined
  #synchronous: 'NORMAL' | 'FULL' = 'NORMAL'
  #committedAtMs = -Infinity

  /** @param beforeCommit called before each commit: what was read until then is about to be old */
  constructor(db: Database.Database, beforeCommit: () => void = () => undefined) {
    this.#db = db
    this.#beforeCommit = beforeCommit
    this.#begin = db.prepare('BEGIN IMMEDIATE')
    this.#commit = db.prepare('COMMIT')
  }

  /** @throws what `work` throws; StorageFull where the disk has no room. `work` gets a function that notes what to do after the commit. */
  add<T>(durable: boolean, work: (afterCommit: (effect: () => void) => void) => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#jobs.push({
        durable,
        run: async () => {
          const effects: (() => void)[] = []
          const value = await work((effect) => effects.push(effect))
          return () => {
            try {
              for (const effect of effects) effect()
              resolve(value)
            } catch (error) {
              // A listener's fault is its caller's, and must not end the queue.
              reject(asError(error))
            }
          }
        },
        fail: (error) => {
          reject(isDiskFull(error) ? new StorageFull(error) : asError(error))
        },
      })
      this.#draining ??= this.#drain()
    })
  }

  /**
   * Runs the work by itself, behind what was asked for before, and rolls it back.
   * @throws what `work` throws; StorageFull where the disk has no room
   */
  preview<T>(work: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#previews.push({
        durable: false,
        run: async () => {
          const value = await work()
          return () => {
            resolve(value)
          }
        },
        fail: (error) => {
          reject(isDiskFull(error) ? new StorageFull(error) : asError(error))
        },
      })
      this.#draining ??= this.#drain()
    })
  }

  /** Resolves when nothing is queued. */
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
      this.#begin.run()
      const settle = await job.run()
      this.#rollBack()
      settle()
    } catch (error) {
      this.#rollBack()
      job.fail(error)
    }
  }

  #untilDue(): Promise<void> {
    const wait = this.#committedAtMs + COMMIT_EVERY_MS - performance.now()
    return new Promise((resolve) => {
      if (wait <= 0 || this.#jobs.length >= BATCH) setImmediate(resolve)
      else setTimeout(resolve, wait)
    })
  }

  /**
   * Runs the units as one transaction. When one of them throws, all is rolled back and each runs again by itself: a unit
   * may run twice (store.ts), and savepoints around each would cost every batch what few need.
   */
  async #commitTogether(jobs: readonly Job[]): Promise<void> {
    this.#setSynchronous(jobs.some((job) => job.durable) ? 'FULL' : 'NORMAL')
    const committed: (() => void)[] = []
    try {
      this.#begin.run()
      for (const job of jobs) committed.push(await job.run())
    } catch (error) {
      this.#rollBack()
      if (jobs.length === 1) jobs[0]?.fail(error)
      else for (const job of jobs) await this.#commitTogether([job])
      return
    }
    try {
      this.#beforeCommit()
      this.#commit.run()
    } catch (error) {
      // A full disk, a lost file: nothing of the batch happened, and every unit is told so.
      this.#rollBack()
      for (const job of jobs) job.fail(error)
      return
    }
    this.#committedAtMs = performance.now()
    for (const settle of committed) settle()
  }

  #rollBack(): void {
    if (this.#db.inTransaction) this.#db.exec('ROLLBACK')
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
