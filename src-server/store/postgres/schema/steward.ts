import { sql } from 'drizzle-orm'
import { check, pgTable, text } from 'drizzle-orm/pg-core'
import { whole } from '../columns/types.ts'

/** The lease of the copy that alone sends, watches and tidies: one row. */
export const steward = pgTable(
  'steward',
  {
    id: whole().primaryKey(),
    /** Empty: the copy gave the lease back. */
    copy: text().notNull(),
    epoch: whole().notNull(),
    beats: whole().notNull(),
  },
  (table) => [check('steward_one', sql`${table.id} = 1`)],
)
