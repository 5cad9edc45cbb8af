import { messengerStatus } from '../../../contract/actions/messenger.ts'
import { implement } from '../implement.ts'

export const messengerStatusAction = implement(messengerStatus, async ({ actor, services }, { app }) => {
  const { lastEventAt, ...status } = services.messengerSetup.status(actor, app)
  return { ...status, last_event_at: lastEventAt }
})
