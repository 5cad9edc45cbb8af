import type { CHANNEL_CONTRACT } from '../../contract/actions/channels.ts'
import type { ChannelRecord } from '../../contract/records/channel.ts'
import { secretsIn } from '../../domain/channels/channel.ts'
import { hostOf } from '../../domain/channels/channel-address.ts'
import type { ChannelWithLast } from '../../services/channels/channels.ts'
import type { ChannelServices } from '../../services/channels/create-channel-services.ts'
import { type ActionsOf, emptyAfter } from './handlers.ts'

export const channelActions = ({ channels, channelSetup }: ChannelServices) =>
  ({
    channel_list: async ({ actor }) => ({ rows: (await channels.list(actor)).map(row) }),
    channel_save: async ({ actor }, { channel, min_level: minLevel, ...wanted }) =>
      row(await channels.save(actor, { ...wanted, id: channel, minLevel })),
    channel_delete: ({ actor }, { channel }) => emptyAfter(channels.delete(actor, channel)),
    channel_test: ({ actor }, { channel }) => channelSetup.test(actor, channel),
    channel_check: async ({ actor }, { channel }) => ({ rows: await channelSetup.check(actor, channel) }),
  }) satisfies ActionsOf<typeof CHANNEL_CONTRACT>

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
