import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
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
