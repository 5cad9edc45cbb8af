import { authRequestHandle } from '../../../contract/actions/requests.ts'
import { implement } from '../implement.ts'

export const authRequestHandleAction = implement(authRequestHandle, async ({ actor, services }, decision) => {
  await services.requestDecisions.handle(actor, decision, authRequestHandle.name)
  return services.reviewQueue.get(actor, decision.id)
})
