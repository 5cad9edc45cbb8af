import type Database from 'better-sqlite3'

interface Job {
  readonly durable: boolean
  /** Does the work. @returns what to do once it is committed. */
  run(): Promise<() => void>
  fail(error: unknown): void
}

/** At most this many units share a commit. */
const BATCH = 256

/**
 * One writer, many units a commit (research/reliability.md 6.1, group commit): what arrives in one turn of the event
 * loop is committed together, each unit behind a savepoint of its own. A durable unit makes the whole commit FULL.
 */
export class WriterQueue {
  readonly #db: Database.Database
  readonly #begin
  readonly #commit
  readonly #savepoint
  readonly #release
  readonly #undo
  #jobs: Job[] = []
  #draining: Promise<void> | undefined
  #synchronous: 'NORMAL' | 'FULL' = 'NORMAL'

  constructor(db: Database.Database) {
    this.#db = db
    this.#begin = db.prepare('BEGIN IMMEDIATE')
    this.#commit = db.prepare('COMMIT')
    this.#savepoint = db.prepare('SAVEPOINT unit')
    this.#release = db.prepare('RELEASE unit')
    this.#undo = db.prepare('ROLLBACK TO unit')
  }

  /** `work` gets a function that notes what to do after the commit. */
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
              reject(error instanceof Error ? error : new Error(String(error)))
            }
          }
        },
        fail: reject,
      })
      this.#draining ??= this.#drain()
    })
  }

  /** Resolves when nothing is queued. */
  async idle(): Promise<void> {
    while (this.#draining !== undefined) await this.#draining
  }

  async #drain(): Promise<void> {
    await new Promise<void>((resolve) => setImmediate(resolve))
    while (this.#jobs.length > 0) {
      await this.#commitTogether(this.#jobs.splice(0, BATCH))
      if (this.#jobs.length > 0) await new Promise<void>((resolve) => setImmediate(resolve))
    }
    this.#draining = undefined
  }

  async #commitTogether(jobs: readonly Job[]): Promise<void> {
    const committed: (() => void)[] = []
    try {
      this.#setSynchronous(jobs.some((job) => job.durable) ? 'FULL' : 'NORMAL')
      this.#begin.run()
      for (const job of jobs) {
        this.#savepoint.run()
        try {
          committed.push(await job.run())
        } catch (error) {
          this.#undo.run()
          job.fail(error)
        }
        this.#release.run()
      }
      this.#commit.run()
    } catch (error) {
      // A full disk, a lost file: nothing of the batch happened, and every unit is told so.
      if (this.#db.inTransaction) this.#db.exec('ROLLBACK')
      for (const job of jobs) job.fail(error)
      return
    }
    for (const settle of committed) settle()
  }

  #setSynchronous(mode: 'NORMAL' | 'FULL'): void {
    if (mode === this.#synchronous) return
    this.#db.pragma(`synchronous = ${mode}`)
    this.#synchronous = mode
  }
}
