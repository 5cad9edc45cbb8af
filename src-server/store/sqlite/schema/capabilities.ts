import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { applications } from './applications.ts'

/** The platform-wide state of each runtime API. No row means open. */
export const apiStates = sqliteTable('api_states', {
  api: text().primaryKey(),
  state: text({ enum: ['open', 'maintenance', 'closed'] }).notNull(),
  /** The owner's price as text, for developers. */
  priceText: text('price_text').notNull().default(''),
})

/** An application's grant of one API. No row means the default. */
export const grants = sqliteTable(
  'grants',
  {
    appId: integer('app_id')
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    api: text().notNull(),
    granted: integer({ mode: 'boolean' }).notNull(),
    expiresAt: integer('expires_at'),
    /** The developer's switch. `granted` and `expires_at` are the owner's fields. */
    switchedOn: integer('switched_on', { mode: 'boolean' }).notNull().default(true),
    sign: integer({ mode: 'boolean' }),
  },
  (table) => [primaryKey({ columns: [table.appId, table.api] })],
)
