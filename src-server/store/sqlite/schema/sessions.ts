import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { operators } from './operators.ts'

/** Signed-in browsers and windows. Only the cookie holds the token. */
export const sessions = sqliteTable(
  'sessions',
  {
    /** sha256 of the token, hex. */
    tokenDigest: text('token_digest').primaryKey(),
    /** Identifies the session in places where the token must not appear. Random, hex. */
    handle: text().notNull().default(''),
    operatorId: integer('operator_id')
      .notNull()
      .references(() => operators.id, { onDelete: 'cascade' }),
    createdAt: integer('created_at').notNull(),
    lastSeenAt: integer('last_seen_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    /** Until then dangerous actions are allowed, because the password was entered recently. Unix seconds. */
    elevatedUntil: integer('elevated_until').notNull().default(0),
    ip: text().notNull(),
    userAgent: text('user_agent').notNull(),
  },
  (table) => [index('sessions_operator').on(table.operatorId)],
)
