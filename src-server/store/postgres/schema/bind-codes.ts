import { sql } from 'drizzle-orm'
import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { applications } from './applications.ts'
import { devices } from './devices.ts'
import { whole } from '../columns/types.ts'

/**
 * Codes with which customers bind a messenger to a trading account (the specification, mt5messenger_bind).
 */
export const bindCodes = pgTable(
  'bind_codes',
  {
    code: text().primaryKey(),
    appId: whole('app_id')
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    deviceId: whole('device_id')
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
    createdAt: whole('created_at').notNull(),
    expiresAt: whole('expires_at').notNull(),
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
