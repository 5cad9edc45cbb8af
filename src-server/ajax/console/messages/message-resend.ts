import { messageResend } from '../../../contract/actions/messages.ts'
import { implement } from '../implement.ts'

export const messageResendAction = implement(messageResend, ({ actor, services }, { ids }) =>
  services.messages.resend(actor, ids),
)
