import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { IMPORT_KINDS } from '../../../contract/import-names.ts'
import { applications } from './applications.ts'
import { identity, whole } from '../columns/types.ts'

/** Imports of files. */
export const imports = pgTable(
  'imports',
  {
    id: identity(),
    kind: text({ enum: IMPORT_KINDS }).notNull(),
    appId: whole('app_id')
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    file: text().notNull(),
    byId: whole('by_id').notNull(),
    by: text().notNull(),
    at: whole().notNull(),
    made: whole().notNull().default(0),
    changed: whole().notNull().default(0),
    removed: whole().notNull().default(0),
    restored: whole().notNull().default(0),
    undoneBy: text('undone_by').notNull().default(''),
    undoneAt: whole('undone_at'),
  },
  (table) => [index('imports_app').on(table.appId)],
)

/** The rows that imports made and changed, until an undo of the import has handled them. */
export const importItems = pgTable(
  'import_items',
  {
    importId: whole('import_id')
      .notNull()
      .references(() => imports.id, { onDelete: 'cascade' }),
    /** The id of a code, a trading account or a user account. */
    itemId: whole('item_id').notNull(),
    /** A mark of the row's values after the import. Another mark shows that the row has changed since. */
    mark: text().notNull(),
    /** The changed values from before the import, as JSON. null for a row that the import made. */
    before: text(),
  },
  (table) => [primaryKey({ columns: [table.importId, table.itemId] })],
)
