import { jobList } from '../../../contract/actions/jobs.ts'
import { implement } from '../implement.ts'

export const jobListAction = implement(jobList, async ({ actor, services }) => ({
  rows: services.ownJobs.list(actor),
}))
