import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { applications } from './applications.ts'

/** Downloads of an application (the specification, File). */
export const files = sqliteTable(
  'files',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    appId: integer('app_id')
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    kind: text({ enum: ['direct', 'share'] }).notNull(),
    /** As the developer entered it. */
    url: text().notNull(),
    /** A shared link's access password. */
    password: text().notNull().default(''),
    /** The address a shared link leads to, as last resolved. Unused for a direct link. */
    resolvedUrl: text('resolved_url').notNull().default(''),
    resolvedAt: integer('resolved_at'),
    resolveError: text('resolve_error').notNull().default(''),
    note: text().notNull().default(''),
    enabled: integer({ mode: 'boolean' }).notNull().default(true),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [index('files_app').on(table.appId, table.id)],
)
