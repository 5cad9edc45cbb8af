import { sql } from 'drizzle-orm'
import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { MESSAGE_KINDS, MESSAGE_PURPOSES, MESSAGE_STATES } from '../../../contract/outgoing-names.ts'
import { identity, whole } from '../columns/types.ts'

/**
 * Messages that leave the machine, each written in the unit of work of its cause. A repeated effect with the
 * same `key` is one message.
 */
export const outbox = pgTable(
  'outbox',
  {
    id: identity(),
    key: text().notNull(),
    kind: text({ enum: MESSAGE_KINDS }).notNull(),
    purpose: text({ enum: MESSAGE_PURPOSES }).notNull().default('request'),
    /** The message's application. null for the platform's own messages. */
    appId: whole('app_id'),
    /** The trading account of the message. */
    deviceId: whole('device_id'),
    /** The console operator who gets a mail. The server looks up the mailbox when it sends. */
    operatorId: whole('operator_id'),
    /** The person's channel that gets it. The message outlives the channel. */
    channelId: whole('channel_id'),
    /** The messenger's open_id. */
    openId: text('open_id').notNull().default(''),
    subject: text().notNull().default(''),
    text: text().notNull(),
    state: text({ enum: MESSAGE_STATES }).notNull(),
    /** The id of the parcel: the messages that leave together as one, from the first attempt on. */
    parcel: text().notNull().default(''),
    /** The copy of the server that sends it now, and the end of its time for that. */
    claimedBy: text('claimed_by').notNull().default(''),
    claimedUntil: whole('claimed_until').notNull().default(0),
    attempts: whole().notNull().default(0),
    nextAt: whole('next_at').notNull(),
    lastError: text('last_error').notNull().default(''),
    createdAt: whole('created_at').notNull(),
    sentAt: whole('sent_at'),
  },
  (table) => [
    uniqueIndex('outbox_key').on(table.key),
    index('outbox_due').on(table.state, table.nextAt),
    index('outbox_app').on(table.appId, table.id),
    index('outbox_app_purpose').on(table.appId, table.purpose, table.createdAt),
    index('outbox_device').on(table.deviceId, table.id),
    index('outbox_parcel').on(table.parcel),
    // Finds the recipients with waiting messages, and their messages in the order of sending.
    index('outbox_waiting')
      .on(table.kind, table.appId, table.openId, table.id)
      .where(sql`${table.state} = 'waiting'`),
    // Finds the newest message of a channel, and those that wait for one.
    index('outbox_channel')
      .on(table.channelId, table.id)
      .where(sql`${table.channelId} IS NOT NULL`),
    index('outbox_channel_waiting')
      .on(table.channelId, table.id)
      .where(sql`${table.state} = 'waiting' AND ${table.kind} = 'channel'`),
    // Counts what waits and what was given up, without a look at the rows: open consoles ask every two seconds.
    index('outbox_counted')
      .on(table.appId, table.operatorId, table.nextAt, table.attempts)
      .where(sql`${table.state} = 'waiting'`),
    index('outbox_dead')
      .on(table.appId, table.operatorId)
      .where(sql`${table.state} = 'dead'`),
    // Finds the newest message to a person that belongs to no application.
    index('outbox_personal')
      .on(table.operatorId, table.id)
      .where(sql`${table.appId} IS NULL`),
    index('outbox_sent')
      .on(table.sentAt)
      .where(sql`${table.sentAt} IS NOT NULL`),
  ],
)

/** Events already received over the messenger's long connection, which sends some more than once. */
export const messengerEvents = pgTable(
  'messenger_events',
  {
    /** The bot and the id of the message or event. */
    key: text().primaryKey(),
    at: whole().notNull(),
  },
  (table) => [index('messenger_events_at').on(table.at)],
)
