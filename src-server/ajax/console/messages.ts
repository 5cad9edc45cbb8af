import type { CHANNEL_CONTRACT } from '../../contract/actions/channels.ts'
import type { MESSAGE_CONTRACT } from '../../contract/actions/messages.ts'
import type { ChannelRecord } from '../../contract/records/channel.ts'
import { secretsIn } from '../../domain/channels/channel.ts'
import { hostOf } from '../../domain/channels/channel-address.ts'
import type { ChannelWithLast } from '../../services/channels/channels.ts'
import type { ChannelServices } from '../../services/channels/create-channel-services.ts'
import type { MessengerServices } from '../../services/messenger/create-messenger-services.ts'
import type { NoticeServices } from '../../services/notices/create-notice-services.ts'
import { type ActionsOf, emptyAfter } from './handlers.ts'
import { listQuery } from './list-query.ts'

export const messageActions = ({
  messages,
  mailTests,
  ownNotices,
  channels,
  channelSetup,
}: MessengerServices & NoticeServices & ChannelServices) =>
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
    channel_list: async ({ actor }) => ({ rows: (await channels.list(actor)).map(row) }),
    channel_save: async ({ actor }, { channel, min_level: minLevel, ...wanted }) =>
      row(await channels.save(actor, { ...wanted, id: channel, minLevel })),
    channel_delete: ({ actor }, { channel }) => emptyAfter(channels.delete(actor, channel)),
    channel_test: ({ actor }, { channel }) => channelSetup.test(actor, channel),
    channel_check: async ({ actor }, { channel }) => ({ rows: await channelSetup.check(actor, channel) }),
  }) satisfies ActionsOf<typeof MESSAGE_CONTRACT & typeof CHANNEL_CONTRACT>

/** A channel without its secrets. */
function row({ channel, last }: ChannelWithLast): ChannelRecord {
  const { id, kind, name, enabled, config } = channel
  return {
    id,
    kind,
    name,
    enabled,
    min_level: channel.minLevel,
    chat: config.chat ?? '',
    base: config.base ?? '',
    host: kind === 'mail' ? '' : hostOf(kind, config),
    kept: secretsIn(config),
    checked_at: channel.checkedAt,
    last_error: channel.lastError,
    last:
      last === undefined
        ? null
        : { state: last.state, at: last.sentAt ?? last.createdAt, error: last.lastError, text: last.text },
    created_at: channel.createdAt,
  }
}
