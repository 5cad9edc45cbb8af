import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { CODE_TYPES } from '../../../contract/code-names.ts'
import { applications } from './applications.ts'
import { codes } from './codes.ts'
import { operators } from './operators.ts'

/**
 * Agents' permissions to sell: a number of codes of one value, at a wholesale price. Money is integer minor
 * units.
 */
export const allocations = sqliteTable(
  'allocations',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    agentId: integer('agent_id')
      .notNull()
      .references(() => operators.id),
    /** The allocation of the agent above that this one is taken from. null for one given by a developer. */
    parentId: integer('parent_id'),
    appId: integer('app_id')
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    type: text({ enum: CODE_TYPES }).notNull(),
    seconds: integer().notNull(),
    left: integer(),
    /** The duration as ordered, for display. */
    unit: text(),
    amount: integer(),
    /** The total number, and the number taken and not returned. */
    quota: integer().notNull(),
    used: integer().notNull().default(0),
    /** The agent's price for one code. */
    price: integer().notNull(),
    closed: integer({ mode: 'boolean' }).notNull().default(false),
    note: text().notNull().default(''),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('allocations_worth').on(
      table.agentId,
      table.appId,
      table.type,
      table.seconds,
      sql`coalesce("left", -1)`,
    ),
    index('allocations_app').on(table.appId),
    index('allocations_parent').on(table.parentId),
    check('allocations_within_quota', sql`used >= 0 AND used <= quota`),
    check('allocations_price', sql`price >= 0`),
  ],
)

/** The quota and price that apply from a day on. Append-only by trigger. */
export const allocationChanges = sqliteTable(
  'allocation_changes',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    allocationId: integer('allocation_id').notNull(),
    at: integer().notNull(),
    by: text().notNull(),
    quota: integer().notNull(),
    price: integer().notNull(),
    closed: integer({ mode: 'boolean' }).notNull(),
  },
  (table) => [
    index('allocation_changes_allocation').on(table.allocationId, table.id),
    index('allocation_changes_at').on(table.at),
  ],
)

/** The rights of an agent for its own customers in an application. */
export const agentRights = sqliteTable(
  'agent_rights',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    agentId: integer('agent_id')
      .notNull()
      .references(() => operators.id),
    appId: integer('app_id')
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    pauseOpen: integer('pause_open', { mode: 'boolean' }).notNull().default(false),
    pauseAdd: integer('pause_add', { mode: 'boolean' }).notNull().default(false),
    closeAll: integer('close_all', { mode: 'boolean' }).notNull().default(false),
    unbind: integer({ mode: 'boolean' }).notNull().default(false),
    rebind: integer({ mode: 'boolean' }).notNull().default(false),
    updatedAt: integer('updated_at').notNull(),
  },
  (table) => [uniqueIndex('agent_rights_agent_app').on(table.agentId, table.appId)],
)

/** Codes that agents took from allocations, and their customers. */
export const sales = sqliteTable(
  'sales',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** null after the code was purged. */
    codeId: integer('code_id').references(() => codes.id, { onDelete: 'set null' }),
    kami: text().notNull(),
    /** No foreign key, because payments outlive the application. */
    appId: integer('app_id').notNull(),
    allocationId: integer('allocation_id').notNull(),
    agentId: integer('agent_id')
      .notNull()
      .references(() => operators.id),
    /** The seats that the agent paid for. */
    seats: integer().notNull().default(1),
    /** The price the agent paid, for all seats. */
    price: integer().notNull(),
    /** The customer's price. null until it is set. */
    salePrice: integer('sale_price'),
    customer: text().notNull().default(''),
    contact: text().notNull().default(''),
    note: text().notNull().default(''),
    takenAt: integer('taken_at').notNull(),
    /** The time it was marked as sold. */
    soldAt: integer('sold_at'),
    refundedAt: integer('refunded_at'),
    /** The ledger transaction that paid for it. */
    transactionId: integer('transaction_id').notNull(),
  },
  (table) => [
    uniqueIndex('sales_code').on(table.codeId),
    index('sales_agent').on(table.agentId, table.takenAt),
    index('sales_app').on(table.appId, table.takenAt),
    index('sales_allocation').on(table.allocationId),
  ],
)
