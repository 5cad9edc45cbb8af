import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { SIGN_IN_OUTCOMES } from '../../../contract/people.ts'

/** Every attempt to sign in to the console under an existing name. Kept for 180 days. */
export const signIns = sqliteTable(
  'sign_ins',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    operatorId: integer('operator_id').notNull(),
    at: integer().notNull(),
    ip: text().notNull(),
    userAgent: text('user_agent').notNull(),
    outcome: text({ enum: SIGN_IN_OUTCOMES }).notNull(),
  },
  (table) => [index('sign_ins_operator').on(table.operatorId, table.id), index('sign_ins_at').on(table.at)],
)
