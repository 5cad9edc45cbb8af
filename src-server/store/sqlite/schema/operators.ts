import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { ROLES } from '../../../contract/roles.ts'

/** Who signs in to the console: owner, developers, agents. */
export const operators = sqliteTable(
  'operators',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    name: text().notNull(),
    role: text({ enum: ROLES }).notNull(),
    /** argon2id in PHC form. */
    passwordHash: text('password_hash').notNull(),
    /** Frozen: for a while, banned: for good. Neither signs in; a banned agent's codes refuse. */
    frozen: integer({ mode: 'boolean' }).notNull().default(false),
    banned: integer({ mode: 'boolean' }).notNull().default(false),
    stateReason: text('state_reason').notNull().default(''),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [uniqueIndex('operators_name').on(table.name)],
)
