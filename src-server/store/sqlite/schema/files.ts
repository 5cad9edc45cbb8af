import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { applications } from './applications.ts'

/** Downloads of an application (specification, File). */
export const files = sqliteTable(
  'files',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    appId: integer('app_id')
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    kind: text({ enum: ['direct', 'share'] }).notNull(),
    /** As the developer gave it. */
    url: text().notNull(),
    /** A shared link's access password. */
    password: text().notNull().default(''),
    /** What a shared link leads to, as far as it was found; a direct one is itself. */
    resolvedUrl: text('resolved_url').notNull().default(''),
    resolvedAt: integer('resolved_at'),
    resolveError: text('resolve_error').notNull().default(''),
    note: text().notNull().default(''),
    enabled: integer({ mode: 'boolean' }).notNull().default(true),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [index('files_app').on(table.appId, table.id)],
)
