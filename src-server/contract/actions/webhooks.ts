import { z } from 'zod'
import { defineAction } from '../action.ts'
import { webhookEventRecord, webhookRecord } from '../records/webhook.ts'
import { referenceTo } from '../reference.ts'
import { WEBHOOK_DELIVERY_STATES, WEBHOOK_EVENTS } from '../webhook-names.ts'

const ROLES = ['owner', 'developer'] as const
const webhook = referenceTo('webhook')

/** Webhooks of a developer: addresses that receive events of their applications (docs/webhooks.md). */
export const WEBHOOK_CONTRACT = {
  /** The developer's webhooks, the oldest first. */
  webhook_list: defineAction({
    roles: ROLES,
    permission: 'webhooks',
    reads: true,
    input: z.strictObject({}),
    output: z.object({ rows: z.array(webhookRecord) }),
  }),

  /**
   * Creates a webhook, or changes the named one. `secret` is the key of signatures; only the answer that creates the
   * webhook shows it. 422: `url` is `format`, `https`, `user`, `port` or `private`. 409 where there are 20.
   */
  webhook_save: defineAction({
    roles: ROLES,
    permission: 'webhooks',
    creates: true,
    stepUp: true,
    input: z.strictObject({
      webhook: webhook.optional(),
      name: z.string().trim().min(1).max(64),
      url: z.string().trim().min(1).max(1024),
      events: z.array(z.enum(WEBHOOK_EVENTS)).min(1).max(WEBHOOK_EVENTS.length),
      /** Left out: all applications of the developer. */
      app: referenceTo('application').optional(),
      /** false: it gets no events. */
      enabled: z.boolean().default(true),
    }),
    output: z.object({ row: webhookRecord, secret: z.string().optional() }),
  }),

  /** Replaces the key of signatures. Until the time is over, each event has a signature by either key. */
  webhook_rotate: defineAction({
    roles: ROLES,
    permission: 'webhooks',
    stepUp: true,
    input: z.strictObject({ webhook, /** Hours. */ overlap: z.int().min(0).max(168).default(24) }),
    output: z.object({ row: webhookRecord, secret: z.string() }),
  }),

  /** Deletes a webhook with its events. */
  webhook_delete: defineAction({
    roles: ROLES,
    permission: 'webhooks',
    input: z.strictObject({ webhook }),
    output: z.object({}),
  }),

  /** Sends an event `test` once, and answers with the receiver's answer. */
  webhook_test: defineAction({
    roles: ROLES,
    permission: 'webhooks',
    input: z.strictObject({ webhook }),
    output: webhookEventRecord,
  }),

  /** The events of a webhook, the newest first, 50 at a time. `next` continues. */
  webhook_log: defineAction({
    roles: ROLES,
    permission: 'webhooks',
    reads: true,
    input: z.strictObject({
      webhook,
      state: z.enum(WEBHOOK_DELIVERY_STATES).optional(),
      /** `next` of the previous page. */
      after: z.int().min(1).optional(),
    }),
    output: z.object({ rows: z.array(webhookEventRecord), next: z.int().nullable() }),
  }),

  /** Sends an event again, under the same id, with a new day of attempts. 409 for a test. */
  webhook_resend: defineAction({
    roles: ROLES,
    permission: 'webhooks',
    input: z.strictObject({ event: referenceTo('webhook_event') }),
    output: webhookEventRecord,
  }),

  /** Ends a suspension. All events that wait are sent. */
  webhook_resume: defineAction({
    roles: ROLES,
    permission: 'webhooks',
    input: z.strictObject({ webhook }),
    output: webhookRecord,
  }),
}
