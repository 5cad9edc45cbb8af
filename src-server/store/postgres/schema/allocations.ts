import { sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { CODE_TYPES } from '../../../contract/code-names.ts'
import { applications } from './applications.ts'
import { codes } from './codes.ts'
import { operators } from './operators.ts'
import { identity, whole } from '../columns/types.ts'

/**
 * Agents' permissions to sell: a number of codes of one value, at a wholesale price. Money is integer minor
 * units.
 */
export const allocations = pgTable(
  'allocations',
  {
    id: identity(),
    agentId: whole('agent_id')
      .notNull()
      .references(() => operators.id),
    /** The allocation of the agent above that this one is taken from. null for one given by a developer. */
    parentId: whole('parent_id'),
    appId: whole('app_id')
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    type: text({ enum: CODE_TYPES }).notNull(),
    seconds: whole().notNull(),
    left: whole(),
    /** The duration as ordered, for display. */
    unit: text(),
    amount: whole(),
    /** The total number, and the number taken and not returned. */
    quota: whole().notNull(),
    used: whole().notNull().default(0),
    /** The agent's price for one code. */
    price: whole().notNull(),
    closed: boolean().notNull().default(false),
    note: text().notNull().default(''),
    createdAt: whole('created_at').notNull(),
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
export const allocationChanges = pgTable(
  'allocation_changes',
  {
    id: identity(),
    allocationId: whole('allocation_id').notNull(),
    at: whole().notNull(),
    by: text().notNull(),
    quota: whole().notNull(),
    price: whole().notNull(),
    closed: boolean().notNull(),
  },
  (table) => [
    index('allocation_changes_allocation').on(table.allocationId, table.id),
    index('allocation_changes_at').on(table.at),
  ],
)

/** The rights of an agent for its own customers in an application. */
export const agentRights = pgTable(
  'agent_rights',
  {
    id: identity(),
    agentId: whole('agent_id')
      .notNull()
      .references(() => operators.id),
    appId: whole('app_id')
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    pauseOpen: boolean('pause_open').notNull().default(false),
    pauseAdd: boolean('pause_add').notNull().default(false),
    closeAll: boolean('close_all').notNull().default(false),
    unbind: boolean().notNull().default(false),
    rebind: boolean().notNull().default(false),
    updatedAt: whole('updated_at').notNull(),
  },
  (table) => [uniqueIndex('agent_rights_agent_app').on(table.agentId, table.appId)],
)

/** Codes that agents took from allocations, and their customers. */
export const sales = pgTable(
  'sales',
  {
    id: identity(),
    /** null after the code was purged. */
    codeId: whole('code_id').references(() => codes.id, { onDelete: 'set null' }),
    kami: text().notNull(),
    /** No foreign key, because payments outlive the application. */
    appId: whole('app_id').notNull(),
    allocationId: whole('allocation_id').notNull(),
    agentId: whole('agent_id')
      .notNull()
      .references(() => operators.id),
    /** The seats that the agent paid for. */
    seats: whole().notNull().default(1),
    /** The price the agent paid, for all seats. */
    price: whole().notNull(),
    /** The customer's price. null until it is set. */
    salePrice: whole('sale_price'),
    customer: text().notNull().default(''),
    contact: text().notNull().default(''),
    note: text().notNull().default(''),
    takenAt: whole('taken_at').notNull(),
    /** The time it was marked as sold. */
    soldAt: whole('sold_at'),
    refundedAt: whole('refunded_at'),
    /** The ledger transaction that paid for it. */
    transactionId: whole('transaction_id').notNull(),
  },
  (table) => [
    uniqueIndex('sales_code').on(table.codeId),
    index('sales_agent').on(table.agentId, table.takenAt),
    index('sales_app').on(table.appId, table.takenAt),
    index('sales_allocation').on(table.allocationId),
  ],
)
