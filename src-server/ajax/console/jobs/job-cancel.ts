import { jobCancel } from '../../../contract/actions/jobs.ts'
import { implement } from '../implement.ts'

export const jobCancelAction = implement(jobCancel, ({ actor, services }, { id }) =>
  services.ownJobs.cancel(actor, id),
)
