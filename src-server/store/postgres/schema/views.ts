import { json, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { Preferences } from '../../../contract/records/preferences.ts'
import { operators } from './operators.ts'
import { identity, whole } from '../columns/types.ts'

/** Filters, order and columns of a list that a person saved under a name. */
export const savedViews = pgTable(
  'saved_views',
  {
    id: identity(),
    operatorId: whole('operator_id')
      .notNull()
      .references(() => operators.id, { onDelete: 'cascade' }),
    /** The list, such as `codes`. */
    list: text().notNull(),
    name: text().notNull(),
    /** The query in the screen's address, and the visible columns. */
    query: json().$type<Readonly<Record<string, string>>>().notNull(),
    columns: json().$type<readonly string[]>().notNull(),
    createdAt: whole('created_at').notNull(),
  },
  (table) => [uniqueIndex('saved_views_name').on(table.operatorId, table.list, table.name)],
)

/** What a person set in the console: one document for each person. */
export const preferences = pgTable('preferences', {
  operatorId: whole('operator_id')
    .primaryKey()
    .references(() => operators.id, { onDelete: 'cascade' }),
  document: json().$type<Preferences>().notNull(),
  updatedAt: whole('updated_at').notNull(),
})
