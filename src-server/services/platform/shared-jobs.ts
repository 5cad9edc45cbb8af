import type { Clock } from '../../contract/ports.ts'
import type { Actor } from '../../domain/access/scope.ts'
import type { JobBeat, StoredJob } from '../../store/repositories/jobs.ts'
import type { Store } from '../../store/store.ts'

/** A job as its copy knows it. Times are Unix seconds. */
export type Job = Omit<StoredJob, 'copy' | 'operatorId' | 'personId'>

interface Parts {
  readonly store: Store
  /** The name of this copy. */
  readonly copy: string
  /** Milliseconds by a clock that nobody sets. */
  readonly steadyMs: () => number
  readonly clock: Clock
}

/** A copy that gives no sign for so long is dead, milliseconds. */
const DEAD_MS = 10_000

/**
 * The jobs of all copies of a server. A copy gives a sign every two seconds for the jobs that it works on. Clocks of
 * copies aren't compared: a copy is dead when another one saw no sign for ten seconds of its own steady clock.
 */
export class SharedJobs {
  readonly #parts: Parts
  /** The last sign of the jobs of other copies, and when this copy saw it first. */
  #seen: ReadonlyMap<string, JobBeat & { readonly since: number }> = new Map()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async add(job: Job, { operatorId, personId }: Actor): Promise<void> {
    const { store, copy } = this.#parts
    await store.write((unit) => unit.jobs.add({ ...job, copy, operatorId, personId }), { durable: true })
  }

  /** @returns whether the job is to end: somebody asked for it, or another copy took this one for dead */
  report({ id, state, done, skipped, endedAt }: Job): Promise<boolean> {
    const stage = { state, done, skipped, endedAt }
    return this.#parts.store.write((unit) => unit.jobs.report(id, stage), {
      durable: state !== 'running',
      lane: 'row',
    })
  }

  newest(): Promise<readonly StoredJob[]> {
    return this.#parts.store.read((unit) => unit.jobs.newest())
  }

  find(id: string): Promise<StoredJob | undefined> {
    return this.#parts.store.read((unit) => unit.jobs.find(id))
  }

  async cancel(id: string): Promise<void> {
    await this.#parts.store.write((unit) => unit.jobs.cancel(id), { durable: true, lane: 'row' })
  }

  /** Gives a sign for the jobs of this copy. @returns those that somebody asked to end */
  beat(): Promise<readonly string[]> {
    return this.#parts.store.write((unit) => unit.jobs.beat(this.#parts.copy), {
      durable: false,
      lane: 'row',
    })
  }

  /** Ends the jobs of dead copies. @returns them */
  async failDead(): Promise<readonly StoredJob[]> {
    const { store, copy, steadyMs, clock } = this.#parts
    const now = steadyMs()
    const running = await store.read((unit) => unit.jobs.running())
    const seen = running.flatMap((beat) => {
      const before = this.#seen.get(beat.id)
      const since = before?.beats === beat.beats ? before.since : now
      return beat.copy === copy ? [] : [{ ...beat, since }]
    })
    this.#seen = new Map(seen.map((beat) => [beat.id, beat]))
    const dead = seen.filter(({ since }) => now - since >= DEAD_MS)
    if (dead.length === 0) return []
    return store.write(
      async (unit) => {
        const failed: StoredJob[] = []
        for (const beat of dead) {
          await unit.jobs.fail(beat, clock.now())
          const job = await unit.jobs.find(beat.id)
          if (job?.state === 'failed') failed.push(job)
        }
        return failed
      },
      { durable: true },
    )
  }
}
