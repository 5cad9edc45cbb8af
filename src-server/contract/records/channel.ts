import { z } from 'zod'
import { ALERT_LEVELS, CHANNEL_KINDS, CHANNEL_SECRETS } from '../channel-names.ts'
import { MESSAGE_STATES } from '../outgoing-names.ts'

/** A way in which alerts reach a person. Times are Unix seconds. Its secrets are write-only. */
export const channelRecord = z.object({
  id: z.int(),
  kind: z.enum(CHANNEL_KINDS),
  name: z.string(),
  /** The mildest level of alerts that it gets. */
  min_level: z.enum(ALERT_LEVELS),
  enabled: z.boolean(),
  /** Telegram's chat. Empty for other kinds. */
  chat: z.string(),
  /** The server's address where it isn't the service's own. Empty for the service's own. */
  base: z.string(),
  /** The host that gets the messages. Empty for mails. */
  host: z.string(),
  /** The secrets that are set. Nobody reads them. */
  kept: z.array(z.enum(CHANNEL_SECRETS)),
  /** The time of the last test or check. null for never. */
  checked_at: z.int().nullable(),
  /**
   * The failure of that test or check: a word of DELIVERY_ERRORS, then a space and the service's own code. Empty where
   * nothing failed.
   */
  last_error: z.string(),
  /** The newest message to it. null for none within the last month. */
  last: z
    .object({ state: z.enum(MESSAGE_STATES), at: z.int(), error: z.string(), text: z.string() })
    .nullable(),
  created_at: z.int(),
})
export type ChannelRecord = z.output<typeof channelRecord>
