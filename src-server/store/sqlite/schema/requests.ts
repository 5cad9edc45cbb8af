import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { REQUEST_KINDS, REQUEST_STATES } from '../../../contract/request-names.ts'
import { applications } from './applications.ts'
import { codes } from './codes.ts'
import { devices } from './devices.ts'

const pending = sql`state = 'pending'`

/** What customers ask for and somebody decides (specification, After-sales work orders). */
export const requests = sqliteTable(
  'requests',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** What the customer follows it by; random, so that nobody finds another's. */
    number: text().notNull(),
    kind: text({ enum: REQUEST_KINDS }).notNull(),
    state: text({ enum: REQUEST_STATES }).notNull(),
    appId: integer('app_id')
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    /** An unbind's; null once the code is purged. */
    codeId: integer('code_id').references(() => codes.id, { onDelete: 'set null' }),
    /** A rebind's; null once the trading account is deleted. */
    deviceId: integer('device_id').references(() => devices.id, { onDelete: 'set null' }),
    /** The code's text or the old account, as it was asked with. */
    subject: text().notNull(),
    /** A rebind's; empty for an unbind. */
    newKey: text('new_key').notNull().default(''),
    /** The machine the customer says it is bound to; empty where it wasn't said. */
    oldMachine: text('old_machine').notNull().default(''),
    /** The machine and address the code was bound to when it was approved, for the record. */
    freedMachine: text('freed_machine').notNull().default(''),
    contact: text().notNull(),
    reason: text().notNull(),
    description: text().notNull().default(''),
    ip: text().notNull(),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    /** When it left `pending`, whatever to. */
    endedAt: integer('ended_at'),
    /** Who decided: a console user, 0 for the server; null for the customer or while it is open. */
    decidedBy: integer('decided_by'),
    decidedByName: text('decided_by_name').notNull().default(''),
    /** What the customer is told. */
    answer: text().notNull().default(''),
    /** The application's policy was set aside. */
    waived: integer({ mode: 'boolean' }).notNull().default(false),
    /** What an approved unbind took. */
    takenSeconds: integer('taken_seconds').notNull().default(0),
    takenUses: integer('taken_uses').notNull().default(0),
    /** A rebind that was taken back. */
    reversedAt: integer('reversed_at'),
    reversedByName: text('reversed_by_name').notNull().default(''),
  },
  (table) => [
    uniqueIndex('requests_number').on(table.number),
    uniqueIndex('requests_open_code')
      .on(table.codeId)
      .where(sql`${pending} AND code_id IS NOT NULL`),
    uniqueIndex('requests_open_device')
      .on(table.deviceId)
      .where(sql`${pending} AND device_id IS NOT NULL`),
    index('requests_state').on(table.state, table.createdAt),
    index('requests_created').on(table.createdAt),
    index('requests_app').on(table.appId, table.state, table.createdAt),
    index('requests_code').on(table.codeId),
    index('requests_device').on(table.deviceId),
    index('requests_contact').on(table.contact, table.createdAt),
    index('requests_ip').on(table.ip, table.createdAt),
    index('requests_due').on(table.expiresAt).where(pending),
  ],
)

/** Answers somebody gives again and again. */
export const replyTemplates = sqliteTable(
  'reply_templates',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** Whose: an employer's are his staff's too. */
    operatorId: integer('operator_id').notNull(),
    title: text().notNull(),
    text: text().notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [index('reply_templates_operator').on(table.operatorId)],
)
