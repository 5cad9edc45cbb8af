import type { ChannelConfig, ServiceKind } from '../../contract/channel-names.ts'
import type { RateLimit } from '../outbox/rate-limiter.ts'
import type { TextLimit } from '../outbox/parcel.ts'

const SECOND = 1000
const MINUTE = 60_000

/** The length of a text that a service takes, with room for the mark of a repeat. */
export const TEXT_LIMITS: Readonly<Record<ServiceKind, TextLimit>> = {
  telegram: { most: 4096 - 100, unit: 'characters' },
  dingtalk: { most: 20_000 - 300, unit: 'bytes' },
  wecom: { most: 2048 - 150, unit: 'bytes' },
  discord: { most: 2000 - 100, unit: 'characters' },
  slack: { most: 40_000 - 100, unit: 'characters' },
  // Apple's 4096 bytes hold the whole message, with its title and its escapes.
  bark: { most: 2500, unit: 'bytes' },
}

const A_SECOND: readonly RateLimit[] = [{ most: 1, spanMs: SECOND }]
const TWENTY_A_MINUTE: readonly RateLimit[] = [{ most: 20, spanMs: MINUTE }]

/** The documented limits of one webhook, chat or phone. Bark states none. */
export function limitsOf(kind: ServiceKind, { chat = '' }: ChannelConfig): readonly RateLimit[] {
  switch (kind) {
    case 'telegram':
      // The ids of people are positive. Groups and channels have negative ids or names.
      return /^[0-9]+$/.test(chat) ? A_SECOND : [...A_SECOND, ...TWENTY_A_MINUTE]
    case 'dingtalk':
    case 'wecom':
      return TWENTY_A_MINUTE
    case 'discord':
      return [{ most: 5, spanMs: 2 * SECOND }]
    case 'slack':
      return A_SECOND
    case 'bark':
      return [{ most: 5, spanMs: SECOND }]
  }
}

/** The limit of a Telegram bot over all of its chats. */
export const BOT_LIMITS: readonly RateLimit[] = [{ most: 30, spanMs: SECOND }]

/** Messages to one channel leave at least so far apart. Those that come meanwhile leave as one, milliseconds. */
export const GATHER_MS = 3000
