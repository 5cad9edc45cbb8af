import { integer, primaryKey, sqliteTable } from 'drizzle-orm/sqlite-core'
import { applications } from './applications.ts'

/** The counts of a quarter of an hour (domain/business/amounts.ts), by application and agent. */
export const businessCounts = sqliteTable(
  'business_counts',
  {
    /** The beginning of the quarter, Unix seconds. */
    at: integer().notNull(),
    appId: integer('app_id')
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    /** 0 for none. */
    agentId: integer('agent_id').notNull(),
    activations: integer().notNull().default(0),
    trials: integer().notNull().default(0),
    renewals: integer().notNull().default(0),
    made: integer().notNull().default(0),
    sales: integer().notNull().default(0),
    revenue: integer().notNull().default(0),
    refunds: integer().notNull().default(0),
    refunded: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.at, table.appId, table.agentId] })],
)
