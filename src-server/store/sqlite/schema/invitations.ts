import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { operators } from './operators.ts'

/**
 * One-time links for setting a password: a new operator's first one (`invite`) or a forgotten one (`reset`).
 */
export const invitations = sqliteTable(
  'invitations',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** sha256 of the token, hex. Only the link holds the token. */
    tokenDigest: text('token_digest').notNull().unique(),
    kind: text({ enum: ['invite', 'reset'] }).notNull(),
    /** The invited operator, created with the invitation. They can't sign in before they set a password. */
    operatorId: integer('operator_id')
      .notNull()
      .references(() => operators.id, { onDelete: 'cascade' }),
    createdBy: text('created_by').notNull(),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    usedAt: integer('used_at'),
  },
  (table) => [index('invitations_operator').on(table.operatorId)],
)
