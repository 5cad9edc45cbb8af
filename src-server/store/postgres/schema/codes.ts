import { sql, type SQL } from 'drizzle-orm'
import { boolean, check, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { CODE_TYPES } from '../../../contract/code-names.ts'
import { customValues, identity, lines, whole } from '../columns/types.ts'
import { applications } from './applications.ts'
import { sortKey } from '../../sort-key.ts'
import { operators } from './operators.ts'

/** Codes that were generated together. */
export const batches = pgTable(
  'batches',
  {
    id: identity(),
    appId: whole('app_id')
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    type: text({ enum: CODE_TYPES }).notNull(),
    seconds: whole().notNull(),
    left: whole(),
    count: whole().notNull(),
    note: text().notNull(),
    /** The duration as ordered, for the batch's page. */
    unit: text(),
    amount: whole(),
    prefix: text().notNull().default(''),
    agentId: whole('agent_id'),
    createdBy: text('created_by').notNull(),
    createdAt: whole('created_at').notNull(),
    /** A shop's number of the order. null for none. */
    orderNumber: text('order_number'),
    seats: whole().notNull().default(1),
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

/**
 * Codes without a use left. The database computes the column from `left` (drizzle/postgres/0004_used_up_codes.sql), and no record
 * has it. An index that named `left` itself would have to be written at each login, and all others of the table with it.
 */
const usedUp = (among: SQL) => sql`${among} AND is_used_up`
/**
 * Codes without a use, or without a use left, have no end, or hardly any has one. In the order of ends, the index of all
 * codes has every other code before them; the planner takes state and end for independent.
 */
const unused = (among: SQL) => sql`${among} AND use_time IS NULL`

/** Authorization codes (kami). */
export const codes = pgTable(
  'codes',
  {
    id: identity(),
    appId: whole('app_id')
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    kami: text().notNull(),
    type: text({ enum: CODE_TYPES }).notNull(),
    seconds: whole().notNull(),
    left: whole(),
    markcode: text().notNull().default(''),
    /** The bound IPv4 address, or an IPv6 address bound before version 0.2.0. */
    ip: text().notNull().default(''),
    /** The bound IPv6 /64. */
    ip6: text().notNull().default(''),
    useTime: whole('use_time'),
    endTime: whole('end_time'),
    unbinds: whole().notNull().default(0),
    lastUnbind: whole('last_unbind'),
    disabled: boolean().notNull().default(false),
    note: text().notNull().default(''),
    tags: lines()
      .notNull()
      .default(sql`''`),
    fields: customValues()
      .notNull()
      .default(sql`''`),
    seats: whole().notNull().default(1),
    agentId: whole('agent_id').references(() => operators.id),
    batchId: whole('batch_id').references(() => batches.id, { onDelete: 'set null' }),
    accountKey: text('account_key').notNull().default(''),
    /**
     * The seconds that the code gave to the trading account's record. 4102243200 for ever. null until it gave
     * any.
     */
    gaveSeconds: whole('gave_seconds'),
    /** The record's end before a permanent code acted on it. null when the code created the record. */
    recordEndBefore: whole('record_end_before'),
    /** The record that the code acted on was deleted, so the code is spent. */
    spent: boolean().notNull().default(false),
    /** The seconds that a refund took back from the record. null for none. */
    takenSeconds: whole('taken_seconds'),
    /**
     * The user account that this code recharged. The code then recharges no other account and logs no machine
     * in.
     */
    rechargedAccountId: whole('recharged_account_id'),
    /** The rest of a machine code that the original system bound. Empty for codes made here. */
    strippedMachine: text('stripped_machine').notNull().default(''),
    createdAt: whole('created_at').notNull(),
    recycledAt: whole('recycled_at'),
    revision: whole().notNull().default(0),
  },
  (table) => [
    uniqueIndex('codes_app_kami').on(table.appId, table.kami),
    index('codes_agent').on(table.agentId, table.id),
    index('codes_batch').on(table.batchId, table.id),
    /** For the codes that move with a trading account. */
    index('codes_app_account')
      .on(table.appId, table.accountKey)
      .where(sql`account_key <> ''`),
    // Indexes for lists (listing.ts), with the id for rows with equal values. None names a column that the login of a
    // used code writes, not in its condition either: then the login writes no index at all.
    index('codes_app').on(table.appId, table.id).where(kept),
    index('codes_app_type').on(table.appId, table.type, table.id).where(kept),
    index('codes_app_type_ends').on(table.appId, table.type, sortKey(table.endTime), table.id).where(kept),
    index('codes_app_created').on(table.appId, table.createdAt, table.id).where(kept),
    index('codes_app_used').on(table.appId, sortKey(table.useTime), table.id).where(kept),
    index('codes_app_ends').on(table.appId, sortKey(table.endTime), table.id).where(kept),
    index('codes_app_endless')
      .on(table.appId, table.id)
      .where(sql`${kept} AND end_time IS NULL AND use_time IS NOT NULL`),
    index('codes_app_disabled')
      .on(table.appId, table.id)
      .where(sql`${kept} AND disabled`),
    index('codes_app_unused_ends').on(table.appId, sortKey(table.endTime), table.id).where(unused(kept)),
    index('codes_app_used_up').on(table.appId, table.id).where(usedUp(kept)),
    index('codes_app_used_up_ends').on(table.appId, sortKey(table.endTime), table.id).where(usedUp(kept)),
    index('codes_app_recycled')
      .on(table.appId, sortKey(table.recycledAt), table.id)
      .where(sql`recycled_at IS NOT NULL`),
    index('codes_app_dated')
      .on(table.appId, sortKey(table.useTime), table.id)
      .where(sql`${kept} AND end_time IS NOT NULL`),
    index('codes_app_bin').on(table.appId, table.id).where(binned),
    index('codes_app_bin_kami').on(table.appId, table.kami, table.id).where(binned),
    index('codes_app_bin_created').on(table.appId, table.createdAt, table.id).where(binned),
    index('codes_app_bin_used').on(table.appId, sortKey(table.useTime), table.id).where(binned),
    index('codes_app_bin_ends').on(table.appId, sortKey(table.endTime), table.id).where(binned),
    index('codes_agent_kami').on(table.agentId, table.kami, table.id).where(attributed),
    index('codes_agent_created').on(table.agentId, table.createdAt, table.id).where(attributed),
    index('codes_agent_used').on(table.agentId, sortKey(table.useTime), table.id).where(attributed),
    index('codes_agent_type').on(table.agentId, table.type, table.id).where(attributed),
    index('codes_agent_type_ends')
      .on(table.agentId, table.type, sortKey(table.endTime), table.id)
      .where(attributed),
    index('codes_agent_ends').on(table.agentId, sortKey(table.endTime), table.id).where(attributed),
    index('codes_agent_endless')
      .on(table.agentId, table.id)
      .where(sql`${attributed} AND end_time IS NULL AND use_time IS NOT NULL`),
    index('codes_agent_disabled')
      .on(table.agentId, table.id)
      .where(sql`${attributed} AND disabled`),
    index('codes_agent_unused_ends')
      .on(table.agentId, sortKey(table.endTime), table.id)
      .where(unused(attributed)),
    index('codes_agent_used_up').on(table.agentId, table.id).where(usedUp(attributed)),
    index('codes_agent_used_up_ends')
      .on(table.agentId, sortKey(table.endTime), table.id)
      .where(usedUp(attributed)),
    index('codes_agent_recycled')
      .on(table.agentId, sortKey(table.recycledAt), table.id)
      .where(sql`recycled_at IS NOT NULL AND agent_id IS NOT NULL`),
    index('codes_agent_dated')
      .on(table.agentId, sortKey(table.useTime), table.id)
      .where(sql`${attributed} AND end_time IS NOT NULL`),
    index('codes_agent_bin').on(table.agentId, table.id).where(attributedBin),
    index('codes_agent_bin_kami').on(table.agentId, table.kami, table.id).where(attributedBin),
    index('codes_agent_bin_created').on(table.agentId, table.createdAt, table.id).where(attributedBin),
    index('codes_agent_bin_used').on(table.agentId, sortKey(table.useTime), table.id).where(attributedBin),
    index('codes_agent_bin_ends').on(table.agentId, sortKey(table.endTime), table.id).where(attributedBin),
    check('codes_left', sql`${table.left} IS NULL OR ${table.left} >= 0`),
  ],
)

/**
 * The trading accounts of codes with several seats: a row for each, with the state that a code with one seat has in its
 * own row.
 */
export const codeSeats = pgTable(
  'code_seats',
  {
    id: identity(),
    codeId: whole('code_id')
      .notNull()
      .references(() => codes.id, { onDelete: 'cascade' }),
    appId: whole('app_id').notNull(),
    accountKey: text('account_key').notNull(),
    ip: text().notNull().default(''),
    ip6: text().notNull().default(''),
    useTime: whole('use_time'),
    endTime: whole('end_time'),
    gaveSeconds: whole('gave_seconds'),
    recordEndBefore: whole('record_end_before'),
    spent: boolean().notNull().default(false),
    takenSeconds: whole('taken_seconds'),
  },
  (table) => [
    index('code_seats_code').on(table.codeId),
    index('code_seats_app').on(table.appId, table.accountKey),
  ],
)
