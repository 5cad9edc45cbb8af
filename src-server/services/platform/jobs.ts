import type { JobProgress } from '../../contract/live.ts'
import type { Clock, Log } from '../../contract/ports.ts'
import type { JobState } from '../../contract/records/job.ts'
import { managesJob, type JobStarter } from '../../domain/access/oversight.ts'
import type { Actor } from '../../domain/access/scope.ts'
import type { StoredJob } from '../../store/repositories/jobs.ts'
import { Refused } from '../refused.ts'
import type { Job, SharedJobs } from './shared-jobs.ts'

/** Shows the progress of jobs: the live stream. */
export interface JobBoard {
  job(starter: JobStarter, progress: JobProgress): void
}

/** The check and the report of a job between two chunks. */
export interface JobTurn {
  /** Set when the job is to end: what is done stays done. */
  readonly signal: AbortSignal
  /** @param done rows handled @param skipped rows among them that were not changed */
  readonly report: (done: number, skipped?: number) => void
}

interface Kept {
  job: Job
  readonly actor: Actor
  readonly abort: AbortController
  /** The last report to the other copies. */
  reported: Promise<void>
}

interface Parts {
  readonly board: JobBoard
  /** The jobs of all copies. Absent where the server has one copy. */
  readonly shared?: SharedJobs | undefined
  /** Begins the ids of this run, and keeps them apart from those of other runs and copies. */
  readonly prefix: string
  readonly clock: Clock
  readonly log: Log
}

/** Ended jobs are kept until so many newer ones have ended. */
const MOST_KEPT = 200

/** Work that is answered at once and goes on: acts on more than 500 rows (docs/console-api.md). */
export class Jobs {
  readonly #parts: Parts
  readonly #running = new Set<Promise<void>>()
  readonly #kept = new Map<string, Kept>()
  #count = 0

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /**
   * Starts `work` without waiting for it. The work checks `signal` between its chunks, and returns early when it is
   * set.
   * @returns the job's id, which all copies know
   */
  async start(
    actor: Actor,
    kind: string,
    total: number,
    work: (turn: JobTurn) => Promise<void>,
  ): Promise<string> {
    const { board, shared, prefix, clock, log } = this.#parts
    const id = `${prefix}-${++this.#count}`
    const abort = new AbortController()
    const startedAt = clock.now()
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
    const kept: Kept = { job, actor, abort, reported: Promise.resolve() }
    await shared?.add(job, actor)
    this.#keep(kept)
    const show = (change: Partial<Job>) => {
      kept.job = { ...kept.job, ...change }
      board.job(actor, progressOf(kept.job))
      if (shared !== undefined) this.#report(kept, shared)
    }
    const end = async (state: JobState) => {
      show({ state, endedAt: clock.now() })
      await kept.reported
    }
    const run = async () => {
      try {
        await work({
          signal: abort.signal,
          report: (done, skipped = 0) => {
            show({ done, skipped })
          },
        })
        await end(abort.signal.aborted && kept.job.done < total ? 'cancelled' : 'done')
      } catch (error) {
        // A plan without room is no error of the server.
        if (!(error instanceof Refused)) log.error('job.failed', error, { job: id, kind })
        await end('failed')
      }
    }
    const running = run().finally(() => this.#running.delete(running))
    this.#running.add(running)
    return id
  }

  /** The jobs that the actor may see, newest first. */
  async list(actor: Actor): Promise<Job[]> {
    const { shared } = this.#parts
    const all = shared === undefined ? [...this.#kept.values()].reverse() : await shared.newest()
    return all.flatMap((one) => this.#visible(actor, one) ?? [])
  }

  async find(actor: Actor, id: string): Promise<Job | undefined> {
    const found = this.#kept.get(id) ?? (await this.#parts.shared?.find(id))
    return found && this.#visible(actor, found)
  }

  /** The id of a job of this kind under way at any copy. */
  async running(kind: string): Promise<string | undefined> {
    const { shared } = this.#parts
    const all = shared === undefined ? [...this.#kept.values()].map(({ job }) => job) : await shared.newest()
    return all.find((job) => job.kind === kind && job.state === 'running')?.id
  }

  /** Asks a job to end after its present chunk. The caller has checked that the actor may ask. */
  async cancel(id: string): Promise<void> {
    const own = this.#kept.get(id)
    if (own === undefined) await this.#parts.shared?.cancel(id)
    else own.abort.abort()
  }

  /** Tells the other copies that this one works, and ends the jobs that somebody cancelled elsewhere. */
  async beat(): Promise<void> {
    const { shared } = this.#parts
    if (shared === undefined || this.#running.size === 0) return
    for (const id of await shared.beat()) this.#kept.get(id)?.abort.abort()
  }

  /** Ends the jobs of dead copies. */
  async failDead(): Promise<void> {
    const { board, shared } = this.#parts
    // Nobody else tells the viewers that these jobs have ended.
    for (const job of (await shared?.failDead()) ?? []) board.job(job, progressOf(job))
  }

  /** Ends the jobs under way, each after its present chunk. */
  async stop(): Promise<void> {
    for (const { abort } of this.#kept.values()) abort.abort()
    await Promise.all(this.#running)
  }

  /** This copy knows its own jobs best. */
  #visible(actor: Actor, one: Kept | StoredJob): Job | undefined {
    if ('job' in one) return managesJob(actor, one.actor) ? one.job : undefined
    if (!managesJob(actor, one)) return undefined
    const { copy: _, operatorId: __, personId: ___, ...job } = one
    return this.#kept.get(job.id)?.job ?? job
  }

  /** Reports come in their order. */
  #report(kept: Kept, shared: SharedJobs): void {
    const { job } = kept
    kept.reported = kept.reported
      .then(async () => {
        if (await shared.report(job)) kept.abort.abort()
      })
      .catch((error: unknown) => {
        this.#parts.log.error('job.report', error, { job: job.id })
      })
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
