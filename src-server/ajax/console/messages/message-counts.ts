import { messageCounts } from '../../../contract/actions/messages.ts'
import { implement } from '../implement.ts'

export const messageCountsAction = implement(messageCounts, async ({ actor, services }) => {
  const { waiting, dead, hasMailServer } = await services.messages.counts(actor)
  return { waiting, dead, mail_server: hasMailServer }
})
