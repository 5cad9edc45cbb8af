import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { applications } from './applications.ts'

/** Operations that moved all trading accounts of one MT5 server to the server's new name. */
export const serverRenames = sqliteTable(
  'server_renames',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** The developer whose trading accounts moved. null for those of all developers. */
    ownerId: integer('owner_id'),
    fromServer: text('from_server').notNull(),
    toServer: text('to_server').notNull(),
    byId: integer('by_id').notNull(),
    by: text().notNull(),
    at: integer().notNull(),
    undoneBy: text('undone_by').notNull().default(''),
    undoneAt: integer('undone_at'),
  },
  (table) => [index('server_renames_at').on(table.at)],
)

/** The moved items: trading accounts, and codes whose trading account has no record. */
export const serverRenameItems = sqliteTable(
  'server_rename_items',
  {
    renameId: integer('rename_id')
      .notNull()
      .references(() => serverRenames.id, { onDelete: 'cascade' }),
    appId: integer('app_id')
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    /** A trading account by its id, a code without one by its own id, a seat of a code by the seat's id. */
    kind: text({ enum: ['device', 'code', 'seat'] }).notNull(),
    itemId: integer('item_id').notNull(),
    /** The trading account's key before the rename. */
    keyBefore: text('key_before').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.renameId, table.kind, table.itemId] }),
    index('server_rename_items_app').on(table.appId),
  ],
)
