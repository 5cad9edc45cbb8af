import { messengerUnbind } from '../../../contract/actions/messenger.ts'
import { implement } from '../implement.ts'

export const messengerUnbindAction = implement(messengerUnbind, async ({ actor, services }, { device }) => ({
  open_id: await services.bindRequests.unbind(actor, device),
}))
