import type { JobProgress } from '../../contract/live.ts'
import type { Clock, Log } from '../../contract/ports.ts'
import type { JobState } from '../../contract/records/job.ts'
import { scopeOf, type Actor, type Scope } from '../../domain/access/scope.ts'
import { Refused } from '../refused.ts'

/** Where the progress of jobs is shown: the live stream. */
export interface JobBoard {
  job(scope: Scope, progress: JobProgress): void
}

/** What a job has to look at and to tell, between two chunks. */
export interface JobTurn {
  /** Set when it shall end: what is done stays done. */
  readonly signal: AbortSignal
  /** @param done rows gone through, @param skipped those among them that were left as they were */
  readonly report: (done: number, skipped?: number) => void
}

/** A job as it is remembered. Times are Unix seconds. */
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

/** Jobs that ended are remembered until so many newer ones have. */
const MOST_KEPT = 200

/** Work that answers at once and goes on (console-api.md: over 500 rows). */
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
    // Keeps the numbers of this run apart from an earlier run's.
    this.#prefix = clock.nowMs().toString(36)
  }

  /**
   * Starts `work` behind the caller's back. It looks at `signal` between its chunks, and returns early when it is set.
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
      this.#board.job(scopeOf(actor), progressOf(kept.job))
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
        // A plan that has no room any more is no fault of the server's.
        if (!(error instanceof Refused)) this.#log.error('job.failed', error, { job: id, kind })
        end('failed')
      }
    }
    const running = run().finally(() => this.#running.delete(running))
    this.#running.add(running)
    return id
  }

  /** What the actor may see, newest first. */
  list(actor: Actor): Job[] {
    return [...this.#kept.values()]
      .filter((kept) => mayManage(actor, kept.actor))
      .map(({ job }) => job)
      .reverse()
  }

  find(actor: Actor, id: string): Job | undefined {
    const kept = this.#kept.get(id)
    return kept !== undefined && mayManage(actor, kept.actor) ? kept.job : undefined
  }

  /** Asks a job to end; it does after the chunk it is at. The caller has looked whether it may. */
  cancel(id: string): void {
    this.#kept.get(id)?.abort.abort()
  }

  /** Ends what is under way, each after its chunk. */
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

/** One's own; an employer's staff's; for the owner everybody's. */
function mayManage(actor: Actor, starter: Actor): boolean {
  if (actor.personId === starter.personId) return true
  const isEmployer = actor.personId === actor.operatorId
  return isEmployer && (actor.role === 'owner' || actor.operatorId === starter.operatorId)
}

function progressOf({ id, kind, done, total, state, skipped }: Job): JobProgress {
  return { id, kind, done, total, state, ...(skipped > 0 && { skipped }) }
}
