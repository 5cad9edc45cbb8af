import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { LEDGER_KINDS, TRANSFER_KINDS } from '../../../contract/sales-names.ts'
import { operators } from './operators.ts'

/**
 * Double entry in integer minor units. A transfer adds to one account what it takes from another, so the sum
 * of all balances is always 0. Triggers update the balances, and make transfers and transactions append-only.
 */
export const ledgerAccounts = sqliteTable(
  'ledger_accounts',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** The owner of the book: the owner of the applications that are sold. */
    bookId: integer('book_id')
      .notNull()
      .references(() => operators.id),
    /**
     * `cash`: money from outside, negative by the amount received; `revenue`: sales; `agent`: an agent's
     * prepaid money.
     */
    kind: text({ enum: ['cash', 'revenue', 'agent'] }).notNull(),
    agentId: integer('agent_id').references(() => operators.id),
    balance: integer().notNull().default(0),
    /** How far below zero an agent's balance may go. */
    credit: integer().notNull().default(0),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('ledger_accounts_of').on(table.bookId, table.kind, sql`coalesce(agent_id, 0)`),
    index('ledger_accounts_agent').on(table.agentId),
    check('ledger_accounts_covered', sql`kind <> 'agent' OR balance + credit >= 0`),
    check('ledger_accounts_credit', sql`credit >= 0`),
  ],
)

/** Transfers that belong together. */
export const ledgerTransactions = sqliteTable(
  'ledger_transactions',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    bookId: integer('book_id').notNull(),
    kind: text({ enum: LEDGER_KINDS }).notNull(),
    /** Makes a repeated request with the same key do nothing. */
    key: text().notNull(),
    /** The subject: an allocation, a receipt. */
    reference: text().notNull(),
    note: text().notNull(),
    byId: integer('by_id').notNull(),
    by: text().notNull(),
    at: integer().notNull(),
  },
  (table) => [
    uniqueIndex('ledger_transactions_key').on(table.bookId, table.key),
    index('ledger_transactions_book').on(table.bookId, table.at),
  ],
)

export const ledgerTransfers = sqliteTable(
  'ledger_transfers',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    transactionId: integer('transaction_id')
      .notNull()
      .references(() => ledgerTransactions.id),
    fromId: integer('from_id')
      .notNull()
      .references(() => ledgerAccounts.id),
    toId: integer('to_id')
      .notNull()
      .references(() => ledgerAccounts.id),
    amount: integer().notNull(),
    what: text({ enum: TRANSFER_KINDS }).notNull(),
    /** The number of codes that the transfer pays for. */
    count: integer().notNull().default(0),
    at: integer().notNull(),
  },
  (table) => [
    index('ledger_transfers_transaction').on(table.transactionId),
    index('ledger_transfers_from').on(table.fromId, table.id),
    index('ledger_transfers_to').on(table.toId, table.id),
    check('ledger_transfers_positive', sql`amount > 0`),
    check('ledger_transfers_two', sql`from_id <> to_id`),
  ],
)
