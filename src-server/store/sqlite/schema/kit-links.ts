import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { KIT_TYPES } from '../../../contract/application-names.ts'
import { applications } from './applications.ts'

/** Links by which anybody can download a kit. */
export const kitLinks = sqliteTable(
  'kit_links',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    appId: integer('app_id')
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    type: text({ enum: KIT_TYPES }).notNull(),
    /** sha256 of the token, hex. Only the link holds the token. */
    tokenDigest: text('token_digest').notNull().unique(),
    used: integer().notNull().default(0),
    maxUses: integer('max_uses').notNull(),
    createdBy: text('created_by').notNull(),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    revokedAt: integer('revoked_at'),
    lastUsedAt: integer('last_used_at'),
  },
  (table) => [index('kit_links_app').on(table.appId, table.id)],
)
