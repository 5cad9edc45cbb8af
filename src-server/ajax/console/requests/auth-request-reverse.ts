import { authRequestReverse } from '../../../contract/actions/requests.ts'
import { implement } from '../implement.ts'

export const authRequestReverseAction = implement(
  authRequestReverse,
  async ({ actor, services }, { id, note }) => {
    await services.requestDecisions.reverse(actor, id, note)
    return services.reviewQueue.get(actor, id)
  },
)
