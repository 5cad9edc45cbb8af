import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { SIGN_IN_OUTCOMES } from '../../../contract/people.ts'
import { identity, whole } from '../columns/types.ts'

/** Every attempt to sign in to the console under an existing name. Kept for 180 days. */
export const signIns = pgTable(
  'sign_ins',
  {
    id: identity(),
    operatorId: whole('operator_id').notNull(),
    at: whole().notNull(),
    ip: text().notNull(),
    userAgent: text('user_agent').notNull(),
    outcome: text({ enum: SIGN_IN_OUTCOMES }).notNull(),
  },
  (table) => [index('sign_ins_operator').on(table.operatorId, table.id), index('sign_ins_at').on(table.at)],
)
