import { sql } from 'drizzle-orm'
import { check, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** The lease of the copy that alone sends, watches and tidies: one row. */
export const steward = sqliteTable(
  'steward',
  {
    id: integer().primaryKey(),
    /** Empty: the copy gave the lease back. */
    copy: text().notNull(),
    epoch: integer().notNull(),
    beats: integer().notNull(),
  },
  (table) => [check('steward_one', sql`${table.id} = 1`)],
)
