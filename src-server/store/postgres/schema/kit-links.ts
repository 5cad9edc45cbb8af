import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { KIT_TYPES } from '../../../contract/application-names.ts'
import { applications } from './applications.ts'
import { identity, whole } from '../columns/types.ts'

/** Links by which anybody can download a kit. */
export const kitLinks = pgTable(
  'kit_links',
  {
    id: identity(),
    appId: whole('app_id')
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    type: text({ enum: KIT_TYPES }).notNull(),
    /** sha256 of the token, hex. Only the link holds the token. */
    tokenDigest: text('token_digest').notNull().unique(),
    used: whole().notNull().default(0),
    maxUses: whole('max_uses').notNull(),
    createdBy: text('created_by').notNull(),
    createdAt: whole('created_at').notNull(),
    expiresAt: whole('expires_at').notNull(),
    revokedAt: whole('revoked_at'),
    lastUsedAt: whole('last_used_at'),
  },
  (table) => [index('kit_links_app').on(table.appId, table.id)],
)
