import type Database from 'better-sqlite3'
import { StorageFull } from '../../contract/storage-full.ts'
import { isDiskFull } from './refusal.ts'

interface Job {
  readonly durable: boolean
  /** Does the work. @returns the effects to run after the commit */
  run(): Promise<() => void>
  fail(error: unknown): void
}

/** The maximum number of units in a commit. */
const BATCH = 256
/**
 * The minimum time between two commits, milliseconds. Where each connection brings one call, a turn of the
 * event loop brings one unit, and a commit for each would cost ten times as much (docs/performance.md). In an
 * idle server, nobody waits.
 */
const COMMIT_EVERY_MS = 2

/**
 * One writer, many units in a commit (group commit): units that arrive in one turn of the event loop, or
 * shortly after the last commit, are committed together. One durable unit makes the whole commit FULL.
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

  /** @param beforeCommit called before each commit, because the data read so far becomes outdated */
  constructor(db: Database.Database, beforeCommit: () => void = () => undefined) {
    this.#db = db
    this.#beforeCommit = beforeCommit
    this.#begin = db.prepare('BEGIN IMMEDIATE')
    this.#commit = db.prepare('COMMIT')
  }

  /**
   * @throws errors of `work`, and StorageFull for a full disk. `work` gets a function that registers an
   * effect for after the commit
   */
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
              // An effect's error goes to its caller, and must not end the queue.
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
   * Runs the work alone, after the units queued before, and rolls it back.
   * @throws errors of `work`, and StorageFull for a full disk
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
   * Runs the units as one transaction. When one throws, everything is rolled back and each unit runs again
   * alone, so a unit may run twice (store.ts). Savepoints around each unit would cost every batch for the
   * sake of a few.
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
      // A full disk or a lost file: none of the batch was written, and every unit fails.
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
