import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { operators } from './operators.ts'

/** Codes that each sign an operator in once, for a lost authenticator. */
export const recoveryCodes = sqliteTable(
  'recovery_codes',
  {
    operatorId: integer('operator_id')
      .notNull()
      .references(() => operators.id, { onDelete: 'cascade' }),
    /** sha256, hex. */
    digest: text().notNull(),
    usedAt: integer('used_at'),
  },
  (table) => [primaryKey({ columns: [table.operatorId, table.digest] })],
)
