import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { CODE_TYPES } from '../../../contract/code-names.ts'
import { customValues, lines } from '../text-columns.ts'
import { applications } from './applications.ts'
import { sortKey } from '../../sort-key.ts'
import { operators } from './operators.ts'

/** Codes that were generated together. */
export const batches = sqliteTable(
  'batches',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    appId: integer('app_id')
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    type: text({ enum: CODE_TYPES }).notNull(),
    seconds: integer().notNull(),
    left: integer(),
    count: integer().notNull(),
    note: text().notNull(),
    /** The duration as ordered, for the batch's page. */
    unit: text(),
    amount: integer(),
    prefix: text().notNull().default(''),
    agentId: integer('agent_id'),
    createdBy: text('created_by').notNull(),
    createdAt: integer('created_at').notNull(),
    /** A shop's number of the order. null for none. */
    orderNumber: text('order_number'),
    seats: integer().notNull().default(1),
  },
  (table) => [
    index('batches_app').on(table.appId),
    uniqueIndex('batches_order').on(table.appId, table.orderNumber),
  ],
)

const kept = sql`recycled_at IS NULL`
const binned = sql`recycled_at IS NOT NULL`
const attributedBin = sql`${binned} AND agent_id IS NOT NULL`
const attributed = sql`${kept} AND agent_id IS NOT NULL`

/** Authorization codes (kami). */
export const codes = sqliteTable(
  'codes',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    appId: integer('app_id')
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    kami: text().notNull(),
    type: text({ enum: CODE_TYPES }).notNull(),
    seconds: integer().notNull(),
    left: integer(),
    markcode: text().notNull().default(''),
    /** The bound IPv4 address, or an IPv6 address bound before version 0.2.0. */
    ip: text().notNull().default(''),
    /** The bound IPv6 /64. */
    ip6: text().notNull().default(''),
    useTime: integer('use_time'),
    endTime: integer('end_time'),
    unbinds: integer().notNull().default(0),
    lastUnbind: integer('last_unbind'),
    disabled: integer({ mode: 'boolean' }).notNull().default(false),
    note: text().notNull().default(''),
    tags: lines()
      .notNull()
      .default(sql`''`),
    fields: customValues()
      .notNull()
      .default(sql`''`),
    seats: integer().notNull().default(1),
    agentId: integer('agent_id').references(() => operators.id),
    batchId: integer('batch_id').references(() => batches.id, { onDelete: 'set null' }),
    accountKey: text('account_key').notNull().default(''),
    /**
     * The seconds that the code gave to the trading account's record. 4102243200 for ever. null until it gave
     * any.
     */
    gaveSeconds: integer('gave_seconds'),
    /** The record's end before a permanent code acted on it. null when the code created the record. */
    recordEndBefore: integer('record_end_before'),
    /** The record that the code acted on was deleted, so the code is spent. */
    spent: integer({ mode: 'boolean' }).notNull().default(false),
    /** The seconds that a refund took back from the record. null for none. */
    takenSeconds: integer('taken_seconds'),
    /**
     * The user account that this code recharged. The code then recharges no other account and logs no machine
     * in.
     */
    rechargedAccountId: integer('recharged_account_id'),
    /** The rest of a machine code that the original system bound. Empty for codes made here. */
    strippedMachine: text('stripped_machine').notNull().default(''),
    createdAt: integer('created_at').notNull(),
    recycledAt: integer('recycled_at'),
    revision: integer().notNull().default(0),
  },
  (table) => [
    uniqueIndex('codes_app_kami').on(table.appId, table.kami),
    index('codes_agent').on(table.agentId),
    index('codes_batch').on(table.batchId),
    /** For the codes that move with a trading account. */
    index('codes_app_account')
      .on(table.appId, table.accountKey)
      .where(sql`account_key <> ''`),
    // Indexes for lists (repositories/code-ways.ts). None holds a column that the login of a used code
    // writes.
    index('codes_app').on(table.appId).where(kept),
    index('codes_app_type').on(table.appId, table.type).where(kept),
    index('codes_app_created').on(table.appId, table.createdAt).where(kept),
    index('codes_app_used').on(table.appId, sortKey(table.useTime)).where(kept),
    index('codes_app_ends').on(table.appId, sortKey(table.endTime)).where(kept),
    index('codes_app_endless')
      .on(table.appId)
      .where(sql`${kept} AND end_time IS NULL AND use_time IS NOT NULL`),
    index('codes_app_disabled')
      .on(table.appId)
      .where(sql`${kept} AND disabled = 1`),
    index('codes_app_used_up')
      .on(table.appId)
      .where(sql`${kept} AND "left" <= 0`),
    index('codes_app_recycled')
      .on(table.appId, sortKey(table.recycledAt))
      .where(sql`recycled_at IS NOT NULL`),
    index('codes_app_dated')
      .on(table.appId, sortKey(table.useTime))
      .where(sql`${kept} AND end_time IS NOT NULL`),
    index('codes_app_bin').on(table.appId).where(binned),
    index('codes_app_bin_kami').on(table.appId, table.kami).where(binned),
    index('codes_app_bin_created').on(table.appId, table.createdAt).where(binned),
    index('codes_app_bin_used').on(table.appId, sortKey(table.useTime)).where(binned),
    index('codes_app_bin_ends').on(table.appId, sortKey(table.endTime)).where(binned),
    index('codes_agent_kami').on(table.agentId, table.kami).where(attributed),
    index('codes_agent_created').on(table.agentId, table.createdAt).where(attributed),
    index('codes_agent_used').on(table.agentId, sortKey(table.useTime)).where(attributed),
    index('codes_agent_type').on(table.agentId, table.type).where(attributed),
    index('codes_agent_ends').on(table.agentId, sortKey(table.endTime)).where(attributed),
    index('codes_agent_endless')
      .on(table.agentId)
      .where(sql`${attributed} AND end_time IS NULL AND use_time IS NOT NULL`),
    index('codes_agent_disabled')
      .on(table.agentId)
      .where(sql`${attributed} AND disabled = 1`),
    index('codes_agent_used_up')
      .on(table.agentId)
      .where(sql`${attributed} AND "left" <= 0`),
    index('codes_agent_recycled')
      .on(table.agentId, sortKey(table.recycledAt))
      .where(sql`recycled_at IS NOT NULL AND agent_id IS NOT NULL`),
    index('codes_agent_dated')
      .on(table.agentId, sortKey(table.useTime))
      .where(sql`${attributed} AND end_time IS NOT NULL`),
    index('codes_agent_bin').on(table.agentId).where(attributedBin),
    index('codes_agent_bin_kami').on(table.agentId, table.kami).where(attributedBin),
    index('codes_agent_bin_created').on(table.agentId, table.createdAt).where(attributedBin),
    index('codes_agent_bin_used').on(table.agentId, sortKey(table.useTime)).where(attributedBin),
    index('codes_agent_bin_ends').on(table.agentId, sortKey(table.endTime)).where(attributedBin),
    check('codes_left', sql`${table.left} IS NULL OR ${table.left} >= 0`),
  ],
)

/**
 * The trading accounts of codes with several seats: a row for each, with the state that a code with one seat has in its
 * own row.
 */
export const codeSeats = sqliteTable(
  'code_seats',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    codeId: integer('code_id')
      .notNull()
      .references(() => codes.id, { onDelete: 'cascade' }),
    appId: integer('app_id').notNull(),
    accountKey: text('account_key').notNull(),
    ip: text().notNull().default(''),
    ip6: text().notNull().default(''),
    useTime: integer('use_time'),
    endTime: integer('end_time'),
    gaveSeconds: integer('gave_seconds'),
    recordEndBefore: integer('record_end_before'),
    spent: integer({ mode: 'boolean' }).notNull().default(false),
    takenSeconds: integer('taken_seconds'),
  },
  (table) => [
    index('code_seats_code').on(table.codeId),
    index('code_seats_app').on(table.appId, table.accountKey),
  ],
)
