import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { operators } from './operators.ts'
import { whole } from '../columns/types.ts'

/** Codes that each sign an operator in once, for a lost authenticator. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    operatorId: whole('operator_id')
      .notNull()
      .references(() => operators.id, { onDelete: 'cascade' }),
    /** sha256, hex. */
    digest: text().notNull(),
    usedAt: whole('used_at'),
  },
  (table) => [primaryKey({ columns: [table.operatorId, table.digest] })],
)
