import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { CODE_TYPES } from '../../../contract/records/code.ts'
import { applications } from './applications.ts'
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
    /** As they were ordered, for the batch's page. */
    unit: text(),
    amount: integer(),
    prefix: text().notNull().default(''),
    agentId: integer('agent_id'),
    createdBy: text('created_by').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [index('batches_app').on(table.appId)],
)

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
    ip: text().notNull().default(''),
    useTime: integer('use_time'),
    endTime: integer('end_time'),
    unbinds: integer().notNull().default(0),
    lastUnbind: integer('last_unbind'),
    disabled: integer({ mode: 'boolean' }).notNull().default(false),
    note: text().notNull().default(''),
    agentId: integer('agent_id').references(() => operators.id),
    batchId: integer('batch_id').references(() => batches.id, { onDelete: 'set null' }),
    accountKey: text('account_key').notNull().default(''),
    /** The application account this code recharged: it recharges no other, and logs no machine in. */
    rechargedAccountId: integer('recharged_account_id'),
    createdAt: integer('created_at').notNull(),
    recycledAt: integer('recycled_at'),
    revision: integer().notNull().default(0),
  },
  (table) => [
    uniqueIndex('codes_app_kami').on(table.appId, table.kami),
    index('codes_agent').on(table.agentId),
    index('codes_batch').on(table.batchId),
    check('codes_left', sql`${table.left} IS NULL OR ${table.left} >= 0`),
  ],
)
