import { json, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { Permission } from '../../../contract/permissions.ts'
import { identity, whole } from '../columns/types.ts'

/** Named permission sets, each of one employer. */
export const staffRoles = pgTable(
  'staff_roles',
  {
    id: identity(),
    /** The owner or developer who created it. No foreign key, because operators refer to roles. */
    employerId: whole('employer_id').notNull(),
    name: text().notNull(),
    permissions: json().$type<readonly Permission[]>().notNull(),
    createdAt: whole('created_at').notNull(),
  },
  (table) => [uniqueIndex('staff_roles_employer_name').on(table.employerId, table.name)],
)
