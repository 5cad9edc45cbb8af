import { pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { identity, whole } from '../columns/types.ts'

/** The limits of developers. null means no limit. */
export const plans = pgTable(
  'plans',
  {
    id: identity(),
    name: text().notNull(),
    maxApplications: whole('max_applications'),
    /** Codes outside the recycle bin, over all applications. Likewise for trading accounts. */
    maxCodes: whole('max_codes'),
    maxDevices: whole('max_devices'),
    maxAgents: whole('max_agents'),
    /** The number of valid days from the day it is given. null never ends. */
    validDays: whole('valid_days'),
    note: text().notNull().default(''),
    createdAt: whole('created_at').notNull(),
  },
  (table) => [uniqueIndex('plans_name').on(table.name)],
)
