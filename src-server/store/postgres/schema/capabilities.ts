import { boolean, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { applications } from './applications.ts'
import { whole } from '../columns/types.ts'

/** The platform-wide state of each runtime API. No row means open. */
export const apiStates = pgTable('api_states', {
  api: text().primaryKey(),
  state: text({ enum: ['open', 'maintenance', 'closed'] }).notNull(),
  /** The owner's price as text, for developers. */
  priceText: text('price_text').notNull().default(''),
})

/** An application's grant of one API. No row means the default. */
export const grants = pgTable(
  'grants',
  {
    appId: whole('app_id')
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    api: text().notNull(),
    granted: boolean().notNull(),
    expiresAt: whole('expires_at'),
    /** The developer's switch. `granted` and `expires_at` are the owner's fields. */
    switchedOn: boolean('switched_on').notNull().default(true),
    sign: boolean(),
  },
  (table) => [primaryKey({ columns: [table.appId, table.api] })],
)
