import { messageDiscard } from '../../../contract/actions/messages.ts'
import { implement } from '../implement.ts'

export const messageDiscardAction = implement(messageDiscard, ({ actor, services }, { ids }) =>
  services.messages.discard(actor, ids),
)
