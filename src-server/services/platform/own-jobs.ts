import { CONSOLE } from '../../contract/error-codes.ts'
import type { Clock } from '../../contract/ports.ts'
import type { JobRecord } from '../../contract/records/job.ts'
import { onWire } from '../../contract/spelling.ts'
import type { Actor } from '../../domain/access/scope.ts'
import type { Store } from '../../store/store.ts'
import { audit } from './audit-trail.ts'
import type { Jobs } from './jobs.ts'
import type { Job } from './shared-jobs.ts'
import { Refused } from '../refused.ts'

interface Parts {
  readonly store: Store
  readonly jobs: Jobs
  readonly clock: Clock
}

/** Jobs, for the operators who started them. */
export class OwnJobs {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async list(actor: Actor): Promise<JobRecord[]> {
    return (await this.#parts.jobs.list(actor)).map(jobRecord)
  }

  /** @throws Refused 404 for a job that does not exist or isn't the actor's, 409 for one that ended */
  async cancel(actor: Actor, id: string): Promise<JobRecord> {
    const { store, jobs, clock } = this.#parts
    const job = await jobs.find(actor, id)
    if (job === undefined) throw new Refused(CONSOLE.notFound, 'There is no such job')
    if (job.state !== 'running') throw new Refused(CONSOLE.conflict, 'It has ended already')
    await store.write(
      (unit) =>
        audit(unit, actor, clock.now(), {
          action: 'job_cancel',
          subject: { kind: 'job', id, label: job.kind },
          owner: actor.operatorId,
          after: { done: job.done, total: job.total },
        }),
      { durable: true },
    )
    await jobs.cancel(id)
    return jobRecord((await jobs.find(actor, id)) ?? job)
  }
}

function jobRecord(job: Job): JobRecord {
  return onWire<JobRecord>(job)
}
