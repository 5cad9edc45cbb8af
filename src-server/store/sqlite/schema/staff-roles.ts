import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { Permission } from '../../../contract/permissions.ts'

/** Named permission sets, each of one employer. */
export const staffRoles = sqliteTable(
  'staff_roles',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** The owner or developer who created it. No foreign key, because operators refer to roles. */
    employerId: integer('employer_id').notNull(),
    name: text().notNull(),
    permissions: text({ mode: 'json' }).$type<readonly Permission[]>().notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [uniqueIndex('staff_roles_employer_name').on(table.employerId, table.name)],
)
