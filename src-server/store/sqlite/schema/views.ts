import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { Preferences } from '../../../contract/records/preferences.ts'
import { operators } from './operators.ts'

/** Filters, order and columns of a list that a person saved under a name. */
export const savedViews = sqliteTable(
  'saved_views',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    operatorId: integer('operator_id')
      .notNull()
      .references(() => operators.id, { onDelete: 'cascade' }),
    /** The list, such as `codes`. */
    list: text().notNull(),
    name: text().notNull(),
    /** The query in the screen's address, and the visible columns. */
    query: text({ mode: 'json' }).$type<Readonly<Record<string, string>>>().notNull(),
    columns: text({ mode: 'json' }).$type<readonly string[]>().notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [uniqueIndex('saved_views_name').on(table.operatorId, table.list, table.name)],
)

/** What a person set in the console: one document for each person. */
export const preferences = sqliteTable('preferences', {
  operatorId: integer('operator_id')
    .primaryKey()
    .references(() => operators.id, { onDelete: 'cascade' }),
  document: text({ mode: 'json' }).$type<Preferences>().notNull(),
  updatedAt: integer('updated_at').notNull(),
})
