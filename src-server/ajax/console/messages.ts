import type { MESSAGE_CONTRACT } from '../../contract/actions/messages.ts'
import type { MessengerServices } from '../../services/messenger/create-messenger-services.ts'
import type { NoticeServices } from '../../services/notices/create-notice-services.ts'
import type { ActionsOf } from './handlers.ts'
import { listQuery } from './list-query.ts'

export const messageActions = ({ messages, mailTests, ownNotices }: MessengerServices & NoticeServices) =>
  ({
    message_list: ({ actor }, input) => messages.list(actor, input.filter, listQuery(input, 'id')),
    message_counts: async ({ actor }) => {
      const { waiting, dead, hasMailServer } = await messages.counts(actor)
      return { waiting, dead, mail_server: hasMailServer }
    },
    message_resend: ({ actor }, { ids }) => messages.resend(actor, ids),
    message_discard: ({ actor }, { ids }) => messages.discard(actor, ids),
    mail_test: ({ actor }, { to }) => mailTests.send(actor, to),
    mailbox_missing: () => mailTests.unaddressed(),
    notice_get: ({ actor }) => ownNotices.get(actor),
    notice_set: ({ actor }, change) => ownNotices.set(actor, change),
  }) satisfies ActionsOf<typeof MESSAGE_CONTRACT>
