import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { operators } from './operators.ts'

/** Filters, order and columns of a list that somebody kept under a name. */
export const savedViews = sqliteTable(
  'saved_views',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    operatorId: integer('operator_id')
      .notNull()
      .references(() => operators.id, { onDelete: 'cascade' }),
    /** The list it is of, such as `codes`. */
    list: text().notNull(),
    name: text().notNull(),
    /** What the screen keeps in its address, and the columns it shows. */
    query: text({ mode: 'json' }).$type<Readonly<Record<string, string>>>().notNull(),
    columns: text({ mode: 'json' }).$type<readonly string[]>().notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [uniqueIndex('saved_views_name').on(table.operatorId, table.list, table.name)],
)
