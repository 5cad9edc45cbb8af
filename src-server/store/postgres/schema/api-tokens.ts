import { index, json, pgTable, text } from 'drizzle-orm/pg-core'
import { operators } from './operators.ts'
import { identity, whole } from '../columns/types.ts'

/** Tokens with which programs call console actions in a person's name. Only the program holds the token. */
export const apiTokens = pgTable(
  'api_tokens',
  {
    id: identity(),
    /** sha256 of the token, hex. */
    tokenDigest: text('token_digest').notNull().unique(),
    operatorId: whole('operator_id')
      .notNull()
      .references(() => operators.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** The names of the actions that it may call. */
    actions: json().$type<string[]>().notNull(),
    /** The applications that it may see. null for all of the person's. */
    apps: json().$type<number[]>(),
    createdAt: whole('created_at').notNull(),
    expiresAt: whole('expires_at').notNull(),
    lastUsedAt: whole('last_used_at'),
    lastIp: text('last_ip').notNull().default(''),
  },
  (table) => [index('api_tokens_operator').on(table.operatorId)],
)
