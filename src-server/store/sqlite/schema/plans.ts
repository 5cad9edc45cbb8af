import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/** The limits of developers. null means no limit. */
export const plans = sqliteTable(
  'plans',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    name: text().notNull(),
    maxApplications: integer('max_applications'),
    /** Codes outside the recycle bin, over all applications. Likewise for trading accounts. */
    maxCodes: integer('max_codes'),
    maxDevices: integer('max_devices'),
    maxAgents: integer('max_agents'),
    /** The number of valid days from the day it is given. null never ends. */
    validDays: integer('valid_days'),
    note: text().notNull().default(''),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [uniqueIndex('plans_name').on(table.name)],
)
