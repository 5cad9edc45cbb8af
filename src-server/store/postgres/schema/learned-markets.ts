import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { whole } from '../columns/types.ts'

/** Markets whose accounts moved in their group's break, so that silence counts there. */
export const learnedMarkets = pgTable(
  'learned_markets',
  {
    symbol: text().notNull(),
    server: text().notNull(),
    /** Unix seconds. */
    since: whole().notNull(),
    /** The market counts as open until then, Unix seconds. */
    until: whole().notNull(),
  },
  (table) => [primaryKey({ columns: [table.symbol, table.server] })],
)
