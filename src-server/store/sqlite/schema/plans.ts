import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/** What developers may have; null is without a limit. */
export const plans = sqliteTable(
  'plans',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    name: text().notNull(),
    maxApplications: integer('max_applications'),
    /** Codes that aren't in the recycle bin, of all applications together; likewise devices. */
    maxCodes: integer('max_codes'),
    maxDevices: integer('max_devices'),
    maxAgents: integer('max_agents'),
    /** Days it is valid from the day it is given; null never ends. */
    validDays: integer('valid_days'),
    note: text().notNull().default(''),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [uniqueIndex('plans_name').on(table.name)],
)
