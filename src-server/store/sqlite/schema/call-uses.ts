import { integer, primaryKey, sqliteTable } from 'drizzle-orm/sqlite-core'
import { applications } from './applications.ts'

/** The protections that an application's calls used, hour by hour, for a week. */
export const callUses = sqliteTable(
  'call_uses',
  {
    appId: integer('app_id')
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    /** The beginning of the hour, Unix seconds. */
    hour: integer().notNull(),
    calls: integer().notNull(),
    signed: integer().notNull(),
    encrypted: integer().notNull(),
    https: integer().notNull(),
    valued: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.appId, table.hour] })],
)
