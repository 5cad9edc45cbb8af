import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { operators } from './operators.ts'

/** Tokens with which programs call console actions in a person's name. Only the program holds the token. */
export const apiTokens = sqliteTable(
  'api_tokens',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** sha256 of the token, hex. */
    tokenDigest: text('token_digest').notNull().unique(),
    operatorId: integer('operator_id')
      .notNull()
      .references(() => operators.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** The names of the actions that it may call. */
    actions: text({ mode: 'json' }).$type<string[]>().notNull(),
    /** The applications that it may see. null for all of the person's. */
    apps: text({ mode: 'json' }).$type<number[]>(),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    lastUsedAt: integer('last_used_at'),
    lastIp: text('last_ip').notNull().default(''),
  },
  (table) => [index('api_tokens_operator').on(table.operatorId)],
)
