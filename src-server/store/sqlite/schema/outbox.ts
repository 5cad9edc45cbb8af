import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/**
 * What is to leave the machine, written in the same unit of work as its cause. `key` makes an effect that is asked for
 * twice one message.
 */
export const outbox = sqliteTable(
  'outbox',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    key: text().notNull(),
    kind: text({ enum: ['mail', 'messenger'] }).notNull(),
    /** The application it is about; null for the platform's own. */
    appId: integer('app_id'),
    /** The console user a mail is for; its mailbox is looked up when it is sent. */
    operatorId: integer('operator_id'),
    /** The messenger's open_id. */
    openId: text('open_id').notNull().default(''),
    subject: text().notNull().default(''),
    text: text().notNull(),
    state: text({ enum: ['waiting', 'sent', 'dead'] }).notNull(),
    attempts: integer().notNull().default(0),
    nextAt: integer('next_at').notNull(),
    lastError: text('last_error').notNull().default(''),
    createdAt: integer('created_at').notNull(),
    sentAt: integer('sent_at'),
  },
  (table) => [uniqueIndex('outbox_key').on(table.key), index('outbox_due').on(table.state, table.nextAt)],
)
