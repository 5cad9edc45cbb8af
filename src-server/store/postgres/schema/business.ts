import { pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { applications } from './applications.ts'
import { whole } from '../columns/types.ts'

/** The counts of a quarter of an hour (domain/business/amounts.ts), by application and agent. */
export const businessCounts = pgTable(
  'business_counts',
  {
    /** The beginning of the quarter, Unix seconds. */
    at: whole().notNull(),
    appId: whole('app_id')
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    /** 0 for none. */
    agentId: whole('agent_id').notNull(),
    activations: whole().notNull().default(0),
    trials: whole().notNull().default(0),
    renewals: whole().notNull().default(0),
    made: whole().notNull().default(0),
    sales: whole().notNull().default(0),
    revenue: whole().notNull().default(0),
    refunds: whole().notNull().default(0),
    refunded: whole().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.at, table.appId, table.agentId] })],
)
