import { z } from 'zod'
import { defineAction } from '../action.ts'
import {
  BIND_DECISIONS,
  BRIDGE_REASONS,
  BRIDGE_STATES,
  CHECK_STATES,
  MESSENGER_CHECKS,
  MESSENGER_HINTS,
} from '../messenger-names.ts'
import { naming, referenceTo } from '../reference.ts'

const everyone = ['owner', 'developer'] as const
const app = referenceTo('application')

const heldBind = z.object({
  code: z.string(),
  app: z.int(),
  device: z.int(),
  account_key: z.string(),
  label: z.string(),
  /** `open_id` asks for the trading account's messages; `bound_to` gets them now. */
  open_id: z.string(),
  bound_to: z.string(),
  /** Unix seconds. */
  at: z.int(),
})
export type HeldBindRow = z.output<typeof heldBind>

export const MESSENGER_CONTRACT = {
  /** Sends a message at once, by the saved settings, to the administrator or the open_id. 429 after ten in ten minutes. */
  messenger_test: defineAction({
    roles: everyone,
    permission: 'applications.edit',
    input: z.strictObject({ app, open_id: z.string().trim().max(128).startsWith('ou_').optional() }),
    output: z.object({
      sent: z.boolean(),
      open_id: z.string(),
      hint: z.enum(MESSENGER_HINTS),
      /** The service's own code. */
      code: z.int().optional(),
    }),
  }),

  /** Checks the application's messenger set-up. Sends nothing. */
  messenger_check: defineAction({
    roles: everyone,
    permission: 'applications.edit',
    reads: true,
    input: z.strictObject({ app }),
    /** One row for each check, in the order of MESSENGER_CHECKS. */
    output: z.object({
      rows: z.array(
        z.object({
          check: z.enum(MESSENGER_CHECKS),
          state: z.enum(CHECK_STATES),
          /** The service's own code. */
          code: z.int().optional(),
        }),
      ),
    }),
  }),

  /** The state of the server's own bridge to the bot. Times are Unix seconds. */
  messenger_status: defineAction({
    roles: everyone,
    permission: 'applications',
    reads: true,
    input: z.strictObject({ app }),
    output: z.object({
      on: z.boolean(),
      state: z.enum(BRIDGE_STATES),
      since: z.int(),
      /** The last message to the bot; null for none since the server's start. */
      last_event_at: z.int().nullable(),
      reason: z.enum(BRIDGE_REASONS),
      /** The service's own code. */
      code: z.int().optional(),
      /** Applications that share the bot, this one included. */
      shared: z.int(),
    }),
  }),

  /** Bindings that wait for the vendor's decision, the newest first; at most 200. */
  bind_request_list: defineAction({
    roles: everyone,
    permission: 'devices.edit',
    reads: true,
    input: z.strictObject({ filter: z.strictObject({ app }).partial().default({}) }),
    output: z.object({ rows: z.array(heldBind), total: z.int() }),
  }),

  /** Decides a binding. Both the person who asked and the bound person get a message. 404 for a decided or unknown one. */
  bind_request_handle: defineAction({
    roles: everyone,
    permission: 'devices.edit',
    input: z.strictObject({
      code: naming('held_bind', z.string().min(1).max(16)),
      decision: z.enum(BIND_DECISIONS),
    }),
    output: z.object({ code: z.string(), state: z.enum(['bound', 'declined']) }),
  }),

  /** Unbinds a trading account: nobody gets its messages any more. The bound person gets a message. `open_id` is theirs, or empty. */
  messenger_unbind: defineAction({
    roles: everyone,
    permission: 'devices.edit',
    input: z.strictObject({ device: referenceTo('device') }),
    output: z.object({ open_id: z.string() }),
  }),
}
