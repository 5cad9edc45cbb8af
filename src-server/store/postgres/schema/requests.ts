import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { REQUEST_KINDS, REQUEST_STATES } from '../../../contract/request-names.ts'
import { applications } from './applications.ts'
import { codes } from './codes.ts'
import { devices } from './devices.ts'
import { identity, whole } from '../columns/types.ts'

const pending = sql`state = 'pending'`

/** Customers' requests that an operator decides (the specification, After-sales work orders). */
export const requests = pgTable(
  'requests',
  {
    id: identity(),
    /**
     * The number with which the customer tracks the request. Random, so that nobody finds another customer's
     * request.
     */
    number: text().notNull(),
    kind: text({ enum: REQUEST_KINDS }).notNull(),
    state: text({ enum: REQUEST_STATES }).notNull(),
    appId: whole('app_id')
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    /** The code of an unbind. null after the code was purged. */
    codeId: whole('code_id').references(() => codes.id, { onDelete: 'set null' }),
    /** The trading account of a rebind. null after it was deleted. */
    deviceId: whole('device_id').references(() => devices.id, { onDelete: 'set null' }),
    /** The code's text or the old account, as the customer sent it. */
    subject: text().notNull(),
    /** The new account of a rebind. Empty for an unbind. */
    newKey: text('new_key').notNull().default(''),
    /** The machine that the customer names as the bound one. Empty for none. */
    oldMachine: text('old_machine').notNull().default(''),
    /** The machine and address that were bound when the request was approved, for the record. */
    freedMachine: text('freed_machine').notNull().default(''),
    contact: text().notNull(),
    reason: text().notNull(),
    description: text().notNull().default(''),
    ip: text().notNull(),
    createdAt: whole('created_at').notNull(),
    expiresAt: whole('expires_at').notNull(),
    /** The time it left `pending`, to any state. */
    endedAt: whole('ended_at'),
    /** The operator who decided, or 0 for the server. null for the customer, and while the request is open. */
    decidedBy: whole('decided_by'),
    decidedByName: text('decided_by_name').notNull().default(''),
    /** The answer to the customer. */
    answer: text().notNull().default(''),
    /** The application's policy was waived. */
    waived: boolean().notNull().default(false),
    /** The cost of an approved unbind. */
    takenSeconds: whole('taken_seconds').notNull().default(0),
    takenUses: whole('taken_uses').notNull().default(0),
    /** The reversal of a rebind. */
    reversedAt: whole('reversed_at'),
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

/** Answers that operators use repeatedly. */
export const replyTemplates = pgTable(
  'reply_templates',
  {
    id: identity(),
    /** The owner of the template. An employer's staff share it. */
    operatorId: whole('operator_id').notNull(),
    title: text().notNull(),
    text: text().notNull(),
    createdAt: whole('created_at').notNull(),
  },
  (table) => [index('reply_templates_operator').on(table.operatorId)],
)
