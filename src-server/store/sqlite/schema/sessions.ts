import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { operators } from './operators.ts'

/** Signed-in browsers and windows. The token itself is only in the cookie. */
export const sessions = sqliteTable(
  'sessions',
  {
    /** sha256 of the token, hex. */
    tokenDigest: text('token_digest').primaryKey(),
    /** Names the session where its token must not be: random, hex. */
    handle: text().notNull().default(''),
    operatorId: integer('operator_id')
      .notNull()
      .references(() => operators.id, { onDelete: 'cascade' }),
    createdAt: integer('created_at').notNull(),
    lastSeenAt: integer('last_seen_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    /** Dangerous acts are allowed until then, Unix seconds: a password was given lately. */
    elevatedUntil: integer('elevated_until').notNull().default(0),
    ip: text().notNull(),
    userAgent: text('user_agent').notNull(),
  },
  (table) => [index('sessions_operator').on(table.operatorId)],
)
