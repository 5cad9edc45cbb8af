import type { MESSAGE_CONTRACT } from '../../contract/actions/messages.ts'
import type { Messages } from '../../services/messenger/messages.ts'
import type { MailTests } from '../../services/notices/mail-tests.ts'
import type { OwnNotices } from '../../services/notices/own-notices.ts'
import type { ActionsOf } from './handlers.ts'
import { listQuery } from './list-query.ts'

export interface MessageServices {
  readonly messages: Messages
  readonly mailTests: MailTests
  readonly ownNotices: OwnNotices
}

export const messageActions = ({ messages, mailTests, ownNotices }: MessageServices) => ({
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
