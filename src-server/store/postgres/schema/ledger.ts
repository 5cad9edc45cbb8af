import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { LEDGER_KINDS, TRANSFER_KINDS } from '../../../contract/sales-names.ts'
import { operators } from './operators.ts'
import { identity, whole } from '../columns/types.ts'

/**
 * Double entry in integer minor units. A transfer adds to one account what it takes from another, so the sum
 * of all balances is always 0. Triggers update the balances, and make transfers and transactions append-only.
 */
export const ledgerAccounts = pgTable(
  'ledger_accounts',
  {
    id: identity(),
    /** The owner of the book: the owner of the applications that are sold. */
    bookId: whole('book_id')
      .notNull()
      .references(() => operators.id),
    /**
     * `cash`: money from outside, negative by the amount received; `revenue`: sales; `agent`: an agent's
     * prepaid money.
     */
    kind: text({ enum: ['cash', 'revenue', 'agent'] }).notNull(),
    agentId: whole('agent_id').references(() => operators.id),
    balance: whole().notNull().default(0),
    /** How far below zero an agent's balance may go. */
    credit: whole().notNull().default(0),
    createdAt: whole('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('ledger_accounts_of').on(table.bookId, table.kind, sql`coalesce(agent_id, 0)`),
    index('ledger_accounts_agent').on(table.agentId),
    check('ledger_accounts_covered', sql`kind <> 'agent' OR balance + credit >= 0`),
    check('ledger_accounts_credit', sql`credit >= 0`),
  ],
)

/** Transfers that belong together. */
export const ledgerTransactions = pgTable(
  'ledger_transactions',
  {
    id: identity(),
    bookId: whole('book_id').notNull(),
    kind: text({ enum: LEDGER_KINDS }).notNull(),
    /** Makes a repeated request with the same key do nothing. */
    key: text().notNull(),
    /** The subject: an allocation, a receipt. */
    reference: text().notNull(),
    note: text().notNull(),
    byId: whole('by_id').notNull(),
    by: text().notNull(),
    at: whole().notNull(),
  },
  (table) => [
    uniqueIndex('ledger_transactions_key').on(table.bookId, table.key),
    index('ledger_transactions_book').on(table.bookId, table.at),
  ],
)

export const ledgerTransfers = pgTable(
  'ledger_transfers',
  {
    id: identity(),
    transactionId: whole('transaction_id')
      .notNull()
      .references(() => ledgerTransactions.id),
    fromId: whole('from_id')
      .notNull()
      .references(() => ledgerAccounts.id),
    toId: whole('to_id')
      .notNull()
      .references(() => ledgerAccounts.id),
    amount: whole().notNull(),
    what: text({ enum: TRANSFER_KINDS }).notNull(),
    /** The number of codes that the transfer pays for. */
    count: whole().notNull().default(0),
    at: whole().notNull(),
  },
  (table) => [
    index('ledger_transfers_transaction').on(table.transactionId),
    index('ledger_transfers_from').on(table.fromId, table.id),
    index('ledger_transfers_to').on(table.toId, table.id),
    check('ledger_transfers_positive', sql`amount > 0`),
    check('ledger_transfers_two', sql`from_id <> to_id`),
  ],
)
