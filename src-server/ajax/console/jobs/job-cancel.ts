import { jobCancel } from '../../../contract/actions/jobs.ts'
import { implement } from '../implement.ts'

export const jobCancelAction = implement(jobCancel, ({ actor, services }, { id }) =>
  services.jobDesk.cancel(actor, id),
)
