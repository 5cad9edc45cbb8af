import { pgTable, text } from 'drizzle-orm/pg-core'
import { applications } from './applications.ts'
import { identity, whole } from '../columns/types.ts'

/**
 * Signatures of calls that changed something, each written together with the change. They are here for a few minutes:
 * the signature log has them by then.
 */
export const signatures = pgTable('signatures', {
  id: identity(),
  appId: whole('app_id')
    .notNull()
    .references(() => applications.id, { onDelete: 'cascade' }),
  signature: text().notNull(),
  api: text().notNull(),
  sent: whole().notNull(),
  answer: text(),
  at: whole().notNull(),
})
