import { sql } from 'drizzle-orm'
import { index, json, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import {
  DELIVERED_EVENTS,
  WEBHOOK_DELIVERY_STATES,
  WEBHOOK_STATES,
  type WebhookEvent,
} from '../../../contract/webhook-names.ts'
import { applications } from './applications.ts'
import { operators } from './operators.ts'
import { identity, whole } from '../columns/types.ts'

/** Addresses of developers that receive events of their applications. */
export const webhooks = pgTable(
  'webhooks',
  {
    id: identity(),
    ownerId: whole('owner_id')
      .notNull()
      .references(() => operators.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    url: text().notNull(),
    events: json().$type<WebhookEvent[]>().notNull(),
    /** null for all applications of the owner. */
    appId: whole('app_id').references(() => applications.id, { onDelete: 'cascade' }),
    state: text({ enum: WEBHOOK_STATES }).notNull(),
    /** The keys of signatures, sealed. */
    secret: text().notNull(),
    previousSecret: text('previous_secret').notNull().default(''),
    previousUntil: whole('previous_until'),
    failingSince: whole('failing_since'),
    suspendedAt: whole('suspended_at'),
    createdAt: whole('created_at').notNull(),
  },
  (table) => [index('webhooks_owner').on(table.ownerId), index('webhooks_app').on(table.appId)],
)

/** Events on their way to webhooks, each written in the unit of work of its cause. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: identity(),
    eventId: text('event_id').notNull(),
    webhookId: whole('webhook_id')
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    event: text({ enum: DELIVERED_EVENTS }).notNull(),
    appId: whole('app_id'),
    /** The event's own part of the body, JSON. */
    data: text().notNull(),
    state: text({ enum: WEBHOOK_DELIVERY_STATES }).notNull(),
    attempts: whole().notNull().default(0),
    createdAt: whole('created_at').notNull(),
    firstAt: whole('first_at'),
    lastAt: whole('last_at'),
    nextAt: whole('next_at').notNull(),
    tookMs: whole('took_ms'),
    status: whole(),
    error: text().notNull().default(''),
    answer: text().notNull().default(''),
  },
  (table) => [
    uniqueIndex('webhook_deliveries_event').on(table.eventId),
    index('webhook_deliveries_log').on(table.webhookId, table.id),
    // Finds the webhooks with waiting events, and those that are due.
    index('webhook_deliveries_waiting')
      .on(table.webhookId, table.nextAt)
      .where(sql`${table.state} = 'waiting'`),
    index('webhook_deliveries_failed')
      .on(table.webhookId, table.id)
      .where(sql`${table.state} = 'failed'`),
    index('webhook_deliveries_created').on(table.createdAt),
  ],
)
