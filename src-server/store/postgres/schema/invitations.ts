import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { operators } from './operators.ts'
import { identity, whole } from '../columns/types.ts'

/**
 * One-time links for setting a password: a new operator's first one (`invite`) or a forgotten one (`reset`).
 */
export const invitations = pgTable(
  'invitations',
  {
    id: identity(),
    /** sha256 of the token, hex. Only the link holds the token. */
    tokenDigest: text('token_digest').notNull().unique(),
    kind: text({ enum: ['invite', 'reset'] }).notNull(),
    /** The invited operator, created with the invitation. They can't sign in before they set a password. */
    operatorId: whole('operator_id')
      .notNull()
      .references(() => operators.id, { onDelete: 'cascade' }),
    createdBy: text('created_by').notNull(),
    createdAt: whole('created_at').notNull(),
    expiresAt: whole('expires_at').notNull(),
    usedAt: whole('used_at'),
  },
  (table) => [index('invitations_operator').on(table.operatorId)],
)
