import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { whole } from '../columns/types.ts'

/** Failed sign-ins in a row, by name and address. */
export const signInFailures = pgTable(
  'sign_in_failures',
  {
    name: text().notNull(),
    ip: text().notNull(),
    count: whole().notNull(),
    lockedUntil: whole('locked_until').notNull(),
    lastAt: whole('last_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.name, table.ip] })],
)
