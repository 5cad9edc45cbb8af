import type { JobProgress } from '../contract/live.ts'
import type { Log } from '../contract/ports.ts'
import { scopeOf, type Actor, type Scope } from '../domain/access/scope.ts'

/** Where the progress of jobs is shown: the live stream. */
export interface JobBoard {
  job(scope: Scope, progress: JobProgress): void
}

/** Work that answers at once and goes on (console-api.md: over 500 rows). */
export class Jobs {
  readonly #board: JobBoard
  readonly #log: Log
  readonly #running = new Set<Promise<void>>()
  readonly #prefix: string
  #count = 0

  /** @param prefix keeps the numbers of this run apart from an earlier run's */
  constructor(board: JobBoard, log: Log, prefix: string) {
    this.#board = board
    this.#log = log
    this.#prefix = prefix
  }

  /** Starts `work` behind the caller's back. It reports how many of `total` are done. @returns the job's id */
  start(
    actor: Actor,
    kind: string,
    total: number,
    work: (report: (done: number) => void) => Promise<void>,
  ): string {
    const id = `${this.#prefix}-${++this.#count}`
    const scope = scopeOf(actor)
    let done = 0
    const show = (state: JobProgress['state']) => {
      this.#board.job(scope, { id, kind, done, total, state })
    }
    const run = async () => {
      try {
        await work((reached) => {
          done = reached
          show('running')
        })
        show('done')
      } catch (error) {
        this.#log.error('job.failed', error, { job: id, kind })
        show('failed')
      }
    }
    const running = run().finally(() => this.#running.delete(running))
    this.#running.add(running)
    return id
  }

  /** Waits for what is under way. */
  async idle(): Promise<void> {
    await Promise.all(this.#running)
  }
}
