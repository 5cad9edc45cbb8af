import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { applications } from './applications.ts'

/**
 * Signatures of calls that changed something, each written together with the change. They are here for a few minutes:
 * the signature log has them by then.
 */
export const signatures = sqliteTable('signatures', {
  id: integer().primaryKey(),
  appId: integer('app_id')
    .notNull()
    .references(() => applications.id, { onDelete: 'cascade' }),
  signature: text().notNull(),
  api: text().notNull(),
  sent: integer().notNull(),
  answer: text(),
  at: integer().notNull(),
})
