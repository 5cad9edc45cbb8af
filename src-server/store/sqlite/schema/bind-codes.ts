import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { applications } from './applications.ts'
import { devices } from './devices.ts'

/**
 * Codes with which customers bind a messenger to a trading account (the specification, mt5messenger_bind).
 */
export const bindCodes = sqliteTable(
  'bind_codes',
  {
    code: text().primaryKey(),
    appId: integer('app_id')
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    deviceId: integer('device_id')
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    /**
     * `replaced`: a newer code was issued. `held`: confirmed, and waiting for the vendor's decision.
     * `declined`: the vendor refused. `expires_at` alone decides about expiry.
     */
    state: text({ enum: ['pending', 'bound', 'replaced', 'held', 'declined'] }).notNull(),
    openId: text('open_id').notNull().default(''),
  },
  (table) => [
    /** One pending code for each trading account. */
    uniqueIndex('bind_codes_one_pending')
      .on(table.deviceId)
      .where(sql`${table.state} = 'pending'`),
    index('bind_codes_expires').on(table.expiresAt),
  ],
)
