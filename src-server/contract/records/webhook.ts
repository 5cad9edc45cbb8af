import { z } from 'zod'
import {
  DELIVERED_EVENTS,
  WEBHOOK_DELIVERY_STATES,
  WEBHOOK_EVENTS,
  WEBHOOK_STATES,
} from '../webhook-names.ts'

/** An address of a developer that receives events. Times are Unix seconds. */
export const webhookRecord = z.object({
  id: z.int(),
  name: z.string(),
  url: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  /** null for all applications. */
  app: z.int().nullable(),
  state: z.enum(WEBHOOK_STATES),
  /** The end of the time in which the key before a rotation signs too. null for none. */
  previous_until: z.int().nullable(),
  /** The first failure since the last success. */
  failing_since: z.int().nullable(),
  suspended_at: z.int().nullable(),
  created_at: z.int(),
  /** Events that wait, and those that were given up. */
  waiting: z.int(),
  failed: z.int(),
})
export type WebhookRecord = z.output<typeof webhookRecord>

/** An event on its way to a webhook, or at its end. */
export const webhookEventRecord = z.object({
  id: z.int(),
  /** The id that the receiver gets. */
  event_id: z.string(),
  event: z.enum(DELIVERED_EVENTS),
  app: z.int().nullable(),
  state: z.enum(WEBHOOK_DELIVERY_STATES),
  attempts: z.int(),
  created_at: z.int(),
  last_at: z.int().nullable(),
  /** null where there is no next attempt. */
  next_at: z.int().nullable(),
  took_ms: z.int().nullable(),
  /** The status of the last answer. null for no answer. */
  status: z.int().nullable(),
  /** The reason why there was no answer: a name of POST_FAILURES. Empty where there was one. */
  error: z.string(),
  /** The first kilobyte of the last answer. */
  answer: z.string(),
  body: z.string(),
})
export type WebhookEventRecord = z.output<typeof webhookEventRecord>
