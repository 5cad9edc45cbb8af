import { z } from 'zod'
import { defineAction } from '../action.ts'
import {
  ALERT_LEVELS,
  CHANNEL_CHECKS,
  CHANNEL_FIELDS,
  CHANNEL_KINDS,
  MAX_CHANNEL_FIELD,
} from '../channel-names.ts'
import { DELIVERY_ERRORS } from '../outgoing-names.ts'
import { channelRecord } from '../records/channel.ts'
import { referenceTo } from '../reference.ts'

/** The roles that get alerts. Agents get none. */
const everyone = ['owner', 'developer'] as const
const channel = referenceTo('channel')

/** The ways in which alerts reach the caller. Nobody sees the channels of another person. */
export const CHANNEL_CONTRACT = {
  channel_list: defineAction({
    roles: everyone,
    permission: 'self',
    reads: true,
    input: z.strictObject({}),
    output: z.object({ rows: z.array(channelRecord) }),
  }),

  /**
   * Creates a channel, or changes the one of `channel`, whose kind stays. A field that is left out or empty keeps a
   * secret as it is. 422 names the field: `missing`, or for an address `address`, `https`, `host`, `path`. 409 where the
   * caller has 20 channels.
   */
  channel_save: defineAction({
    roles: everyone,
    permission: 'self',
    input: z.strictObject({
      channel: channel.optional(),
      kind: z.enum(CHANNEL_KINDS),
      name: z.string().trim().min(1).max(64),
      min_level: z.enum(ALERT_LEVELS).default('low'),
      enabled: z.boolean().default(true),
      fields: z.partialRecord(z.enum(CHANNEL_FIELDS), z.string().trim().max(MAX_CHANNEL_FIELD)).default({}),
    }),
    output: channelRecord,
  }),

  /** Deletes a channel. The server gives up the messages that wait for it. */
  channel_delete: defineAction({
    roles: everyone,
    permission: 'self',
    input: z.strictObject({ channel }),
    output: z.object({}),
  }),

  /** Sends a test message at once. 429 after ten in ten minutes. */
  channel_test: defineAction({
    roles: everyone,
    permission: 'self',
    input: z.strictObject({ channel }),
    output: z.object({
      sent: z.boolean(),
      /** The reason why it failed. null where the service accepted it. */
      error: z.enum(DELIVERY_ERRORS).nullable(),
      /** The service's own code. */
      code: z.int().optional(),
    }),
  }),

  /** Checks the set-up without sending anything. `unknown`: only a test message shows it. */
  channel_check: defineAction({
    roles: everyone,
    permission: 'self',
    input: z.strictObject({ channel }),
    output: z.object({
      rows: z.array(
        z.object({
          check: z.enum(CHANNEL_CHECKS),
          state: z.enum(['ok', 'missing', 'unknown']),
          /** The name that the service gives it: of the bot, the chat, the webhook. */
          name: z.string(),
          code: z.int().optional(),
        }),
      ),
    }),
  }),
}
