import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Failed sign-ins in a row, by name and address. */
export const signInFailures = sqliteTable(
  'sign_in_failures',
  {
    name: text().notNull(),
    ip: text().notNull(),
    count: integer().notNull(),
    lockedUntil: integer('locked_until').notNull(),
    lastAt: integer('last_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.name, table.ip] })],
)
