import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Markets whose accounts moved in their group's break, so that silence counts there. */
export const learnedMarkets = sqliteTable(
  'learned_markets',
  {
    symbol: text().notNull(),
    server: text().notNull(),
    /** Unix seconds. */
    since: integer().notNull(),
    /** The market counts as open until then, Unix seconds. */
    until: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.symbol, table.server] })],
)
