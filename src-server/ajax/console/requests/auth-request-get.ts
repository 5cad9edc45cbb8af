import { authRequestGet } from '../../../contract/actions/requests.ts'
import { implement } from '../implement.ts'

export const authRequestGetAction = implement(authRequestGet, ({ actor, services }, { id }) =>
  services.reviewQueue.get(actor, id),
)
