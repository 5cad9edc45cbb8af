import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { IMPORT_KINDS } from '../../../contract/import-names.ts'
import { applications } from './applications.ts'

/** Imports of files. */
export const imports = sqliteTable(
  'imports',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    kind: text({ enum: IMPORT_KINDS }).notNull(),
    appId: integer('app_id')
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    file: text().notNull(),
    byId: integer('by_id').notNull(),
    by: text().notNull(),
    at: integer().notNull(),
    made: integer().notNull().default(0),
    changed: integer().notNull().default(0),
    removed: integer().notNull().default(0),
    restored: integer().notNull().default(0),
    undoneBy: text('undone_by').notNull().default(''),
    undoneAt: integer('undone_at'),
  },
  (table) => [index('imports_app').on(table.appId)],
)

/** The rows that imports made and changed, until an undo of the import has handled them. */
export const importItems = sqliteTable(
  'import_items',
  {
    importId: integer('import_id')
      .notNull()
      .references(() => imports.id, { onDelete: 'cascade' }),
    /** The id of a code, a trading account or a user account. */
    itemId: integer('item_id').notNull(),
    /** A mark of the row's values after the import. Another mark shows that the row has changed since. */
    mark: text().notNull(),
    /** The changed values from before the import, as JSON. null for a row that the import made. */
    before: text(),
  },
  (table) => [primaryKey({ columns: [table.importId, table.itemId] })],
)
