import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { applications } from './applications.ts'

/** Platform-wide state of a runtime API; no row means open. */
export const apiStates = sqliteTable('api_states', {
  api: text().primaryKey(),
  state: text({ enum: ['open', 'maintenance', 'closed'] }).notNull(),
  /** What the owner asks for it, in words; developers read it. */
  priceText: text('price_text').notNull().default(''),
})

/** What an application has been given for one API; no row means the default. */
export const grants = sqliteTable(
  'grants',
  {
    appId: integer('app_id')
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    api: text().notNull(),
    granted: integer({ mode: 'boolean' }).notNull(),
    expiresAt: integer('expires_at'),
    /** The developer's switch. `granted` and `expires_at` are the owner's. */
    switchedOn: integer('switched_on', { mode: 'boolean' }).notNull().default(true),
    sign: integer({ mode: 'boolean' }),
  },
  (table) => [primaryKey({ columns: [table.appId, table.api] })],
)
