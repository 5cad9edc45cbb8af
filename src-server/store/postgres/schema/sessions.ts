import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { operators } from './operators.ts'
import { whole } from '../columns/types.ts'

/** Signed-in browsers and windows. Only the cookie holds the token. */
export const sessions = pgTable(
  'sessions',
  {
    /** sha256 of the token, hex. */
    tokenDigest: text('token_digest').primaryKey(),
    /** Identifies the session in places where the token must not appear. Random, hex. */
    handle: text().notNull().default(''),
    operatorId: whole('operator_id')
      .notNull()
      .references(() => operators.id, { onDelete: 'cascade' }),
    createdAt: whole('created_at').notNull(),
    lastSeenAt: whole('last_seen_at').notNull(),
    expiresAt: whole('expires_at').notNull(),
    /** Until then dangerous actions are allowed, because the password was entered recently. Unix seconds. */
    elevatedUntil: whole('elevated_until').notNull().default(0),
    ip: text().notNull(),
    userAgent: text('user_agent').notNull(),
  },
  (table) => [index('sessions_operator').on(table.operatorId)],
)
