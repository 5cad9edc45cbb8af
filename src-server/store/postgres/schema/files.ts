import { boolean, index, pgTable, text } from 'drizzle-orm/pg-core'
import { applications } from './applications.ts'
import { identity, whole } from '../columns/types.ts'

/** Downloads of an application (the specification, File). */
export const files = pgTable(
  'files',
  {
    id: identity(),
    appId: whole('app_id')
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    kind: text({ enum: ['direct', 'share'] }).notNull(),
    /** As the developer entered it. */
    url: text().notNull(),
    /** A shared link's access password. */
    password: text().notNull().default(''),
    /** The address a shared link leads to, as last resolved. Unused for a direct link. */
    resolvedUrl: text('resolved_url').notNull().default(''),
    resolvedAt: whole('resolved_at'),
    resolveError: text('resolve_error').notNull().default(''),
    note: text().notNull().default(''),
    enabled: boolean().notNull().default(true),
    createdAt: whole('created_at').notNull(),
  },
  (table) => [index('files_app').on(table.appId, table.id)],
)
