import { messageCounts } from '../../../contract/actions/messages.ts'
import { implement } from '../implement.ts'

export const messageCountsAction = implement(messageCounts, async ({ actor, services }) => {
  const { waiting, dead, oldestWaitingAt, hasMailServer } = await services.messages.counts(actor)
  return { waiting, dead, oldest_waiting_at: oldestWaitingAt, mail_server: hasMailServer }
})
