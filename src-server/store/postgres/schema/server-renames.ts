import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { applications } from './applications.ts'
import { identity, whole } from '../columns/types.ts'

/** Operations that moved all trading accounts of one MT5 server to the server's new name. */
export const serverRenames = pgTable(
  'server_renames',
  {
    id: identity(),
    /** The developer whose trading accounts moved. null for those of all developers. */
    ownerId: whole('owner_id'),
    fromServer: text('from_server').notNull(),
    toServer: text('to_server').notNull(),
    byId: whole('by_id').notNull(),
    by: text().notNull(),
    at: whole().notNull(),
    undoneBy: text('undone_by').notNull().default(''),
    undoneAt: whole('undone_at'),
  },
  (table) => [index('server_renames_at').on(table.at)],
)

/** The moved items: trading accounts, and codes whose trading account has no record. */
export const serverRenameItems = pgTable(
  'server_rename_items',
  {
    renameId: whole('rename_id')
      .notNull()
      .references(() => serverRenames.id, { onDelete: 'cascade' }),
    appId: whole('app_id')
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    /** A trading account by its id, a code without one by its own id, a seat of a code by the seat's id. */
    kind: text({ enum: ['device', 'code', 'seat'] }).notNull(),
    itemId: whole('item_id').notNull(),
    /** The trading account's key before the rename. */
    keyBefore: text('key_before').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.renameId, table.kind, table.itemId] }),
    index('server_rename_items_app').on(table.appId),
  ],
)
