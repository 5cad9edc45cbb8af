import { pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { applications } from './applications.ts'
import { whole } from '../columns/types.ts'

/** The protections that an application's calls used, hour by hour, for a week. */
export const callUses = pgTable(
  'call_uses',
  {
    appId: whole('app_id')
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    /** The beginning of the hour, Unix seconds. */
    hour: whole().notNull(),
    calls: whole().notNull(),
    signed: whole().notNull(),
    encrypted: whole().notNull(),
    https: whole().notNull(),
    valued: whole().notNull(),
  },
  (table) => [primaryKey({ columns: [table.appId, table.hour] })],
)
