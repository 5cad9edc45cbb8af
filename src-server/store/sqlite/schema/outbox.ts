import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { MESSAGE_KINDS, MESSAGE_PURPOSES, MESSAGE_STATES } from '../../../contract/outgoing-names.ts'

/**
 * What is to leave the machine, written in the same unit of work as its cause. `key` makes an effect that is asked for
 * twice one message.
 */
export const outbox = sqliteTable(
  'outbox',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    key: text().notNull(),
    kind: text({ enum: MESSAGE_KINDS }).notNull(),
    purpose: text({ enum: MESSAGE_PURPOSES }).notNull().default('request'),
    /** The application it is about; null for the platform's own. */
    appId: integer('app_id'),
    /** The trading account it is about. */
    deviceId: integer('device_id'),
    /** The console user a mail is for; its mailbox is looked up when it is sent. */
    operatorId: integer('operator_id'),
    /** The messenger's open_id. */
    openId: text('open_id').notNull().default(''),
    subject: text().notNull().default(''),
    text: text().notNull(),
    state: text({ enum: MESSAGE_STATES }).notNull(),
    /** Shared by messages that leave as one, from the first attempt on. */
    parcel: text().notNull().default(''),
    attempts: integer().notNull().default(0),
    nextAt: integer('next_at').notNull(),
    lastError: text('last_error').notNull().default(''),
    createdAt: integer('created_at').notNull(),
    sentAt: integer('sent_at'),
  },
  (table) => [
    uniqueIndex('outbox_key').on(table.key),
    index('outbox_due').on(table.state, table.nextAt),
    index('outbox_app').on(table.appId, table.id),
    index('outbox_app_purpose').on(table.appId, table.purpose, table.createdAt),
    index('outbox_device').on(table.deviceId, table.id),
    index('outbox_parcel').on(table.parcel),
    // Whoever something waits for, in the order it is told to him.
    index('outbox_waiting')
      .on(table.kind, table.appId, table.openId, table.id)
      .where(sql`${table.state} = 'waiting'`),
    index('outbox_dead')
      .on(table.appId, table.operatorId)
      .where(sql`${table.state} = 'dead'`),
    index('outbox_sent')
      .on(table.sentAt)
      .where(sql`${table.sentAt} IS NOT NULL`),
  ],
)

/**
 * How many messages wait and were given up, of an application or, where they are of none, of a person. Triggers keep it
 * (0009_outbox_counts.sql): it is asked for every two seconds while somebody looks.
 */
export const outboxCounts = sqliteTable(
  'outbox_counts',
  {
    /** 0 for none. */
    appId: integer('app_id').notNull(),
    /** 0 where there is an application, or nobody. */
    operatorId: integer('operator_id').notNull(),
    waiting: integer().notNull(),
    dead: integer().notNull(),
    /** Rises with each message that comes, fares otherwise than before, or goes. */
    changes: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.appId, table.operatorId] })],
)

/** What the messenger's long connection told already: it tells things more than once. */
export const messengerEvents = sqliteTable(
  'messenger_events',
  {
    /** The bot and the message's or event's own id. */
    key: text().primaryKey(),
    at: integer().notNull(),
  },
  (table) => [index('messenger_events_at').on(table.at)],
)
