import type { JobProgress } from '../../contract/live.ts'
import type { Clock, Log } from '../../contract/ports.ts'
import type { JobState } from '../../contract/records/job.ts'
import { managesJob } from '../../domain/access/oversight.ts'
import type { Actor } from '../../domain/access/scope.ts'
import { Refused } from '../refused.ts'

/** Shows the progress of jobs: the live stream. */
export interface JobBoard {
  job(starter: Actor, progress: JobProgress): void
}

/** The check and the report of a job between two chunks. */
export interface JobTurn {
  /** Set when the job is to end: what is done stays done. */
  readonly signal: AbortSignal
  /** @param done rows handled @param skipped rows among them that were not changed */
  readonly report: (done: number, skipped?: number) => void
}

/** A job as memory keeps it. Times are Unix seconds. */
export interface Job {
  readonly id: string
  readonly kind: string
  readonly state: JobState
  readonly done: number
  readonly total: number
  readonly skipped: number
  readonly by: string
  readonly startedAt: number
  readonly endedAt: number | null
}

interface Kept {
  job: Job
  readonly actor: Actor
  readonly abort: AbortController
}

/** Ended jobs are kept until so many newer ones have ended. */
const MOST_KEPT = 200

/** Work that is answered at once and goes on: acts on more than 500 rows (docs/console-api.md). */
export class Jobs {
  readonly #board: JobBoard
  readonly #clock: Clock
  readonly #log: Log
  readonly #running = new Set<Promise<void>>()
  readonly #kept = new Map<string, Kept>()
  readonly #prefix: string
  #count = 0

  constructor({ board, clock, log }: { board: JobBoard; clock: Clock; log: Log }) {
    this.#board = board
    this.#clock = clock
    this.#log = log
    // Keeps the ids of this run apart from those of an earlier run.
    this.#prefix = clock.nowMs().toString(36)
  }

  /**
   * Starts `work` without waiting for it. The work checks `signal` between its chunks, and returns early when it is
   * set.
   * @returns the job's id
   */
  start(actor: Actor, kind: string, total: number, work: (turn: JobTurn) => Promise<void>): string {
    const id = `${this.#prefix}-${++this.#count}`
    const abort = new AbortController()
    const startedAt = this.#clock.now()
    const job: Job = {
      id,
      kind,
      state: 'running',
      done: 0,
      total,
      skipped: 0,
      by: actor.name,
      startedAt,
      endedAt: null,
    }
    const kept: Kept = { job, actor, abort }
    this.#keep(kept)
    const show = (change: Partial<Job>) => {
      kept.job = { ...kept.job, ...change }
      this.#board.job(actor, progressOf(kept.job))
    }
    const end = (state: JobState) => {
      show({ state, endedAt: this.#clock.now() })
    }
    const run = async () => {
      try {
        await work({
          signal: abort.signal,
          report: (done, skipped = 0) => {
            show({ done, skipped })
          },
        })
        end(abort.signal.aborted && kept.job.done < total ? 'cancelled' : 'done')
      } catch (error) {
        // A plan without room is no error of the server.
        if (!(error instanceof Refused)) this.#log.error('job.failed', error, { job: id, kind })
        end('failed')
      }
    }
    const running = run().finally(() => this.#running.delete(running))
    this.#running.add(running)
    return id
  }

  /** The jobs that the actor may see, newest first. */
  list(actor: Actor): Job[] {
    return [...this.#kept.values()]
      .filter((kept) => managesJob(actor, kept.actor))
      .map(({ job }) => job)
      .reverse()
  }

  find(actor: Actor, id: string): Job | undefined {
    const kept = this.#kept.get(id)
    return kept !== undefined && managesJob(actor, kept.actor) ? kept.job : undefined
  }

  /** Asks a job to end after its present chunk. The caller has checked that the actor may ask. */
  cancel(id: string): void {
    this.#kept.get(id)?.abort.abort()
  }

  /** Ends the jobs under way, each after its present chunk. */
  async stop(): Promise<void> {
    for (const { abort } of this.#kept.values()) abort.abort()
    await Promise.all(this.#running)
  }

  #keep(kept: Kept): void {
    this.#kept.set(kept.job.id, kept)
    for (const [id, { job }] of this.#kept) {
      if (this.#kept.size <= MOST_KEPT) return
      if (job.state !== 'running') this.#kept.delete(id)
    }
  }
}

function progressOf({ id, kind, done, total, state, skipped }: Job): JobProgress {
  return { id, kind, done, total, state, ...(skipped > 0 && { skipped }) }
}
