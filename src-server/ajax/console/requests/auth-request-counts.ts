import { authRequestCounts } from '../../../contract/actions/requests.ts'
import { implement } from '../implement.ts'

export const authRequestCountsAction = implement(authRequestCounts, ({ actor, services }) =>
  services.reviewQueue.counts(actor),
)
