import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { customValues, lines } from '../text-columns.ts'
import { applications } from './applications.ts'
import { operators } from './operators.ts'

const attributed = sql`agent_id IS NOT NULL`

/** MT5 trading accounts authorized for an application. The telemetry database holds their pulses. */
export const devices = sqliteTable(
  'devices',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    appId: integer('app_id')
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    /** `<trading_account>@<server>`, exactly as the terminal reports it. */
    accountKey: text('account_key').notNull(),
    label: text().notNull().default(''),
    license: text().notNull().default(''),
    buyUrl: text('buy_url').notNull().default(''),
    agentId: integer('agent_id').references(() => operators.id),
    /** Unix seconds. 4102243200 is permanent. */
    vip: integer().notNull(),
    disabled: integer({ mode: 'boolean' }).notNull().default(false),
    disableReason: text('disable_reason').notNull().default(''),
    debug: integer({ mode: 'boolean' }).notNull().default(false),
    pauseOpen: integer('pause_open', { mode: 'boolean' }).notNull().default(false),
    pauseAdd: integer('pause_add', { mode: 'boolean' }).notNull().default(false),
    note: text().notNull().default(''),
    tags: lines()
      .notNull()
      .default(sql`''`),
    fields: customValues()
      .notNull()
      .default(sql`''`),
    messengerOpenId: text('messenger_open_id').notNull().default(''),
    createdAt: integer('created_at').notNull(),
    /** Each write of the row increases it. */
    revision: integer().notNull().default(0),
  },
  (table) => [
    uniqueIndex('devices_app_account').on(table.appId, table.accountKey),
    index('devices_agent').on(table.agentId),
    index('devices_app').on(table.appId),
    index('devices_app_label').on(table.appId, table.label),
    index('devices_app_vip').on(table.appId, table.vip),
    index('devices_app_created').on(table.appId, table.createdAt),
    index('devices_app_disabled')
      .on(table.appId)
      .where(sql`disabled = 1`),
    index('devices_agent_account').on(table.agentId, table.accountKey).where(attributed),
    index('devices_agent_label').on(table.agentId, table.label).where(attributed),
    index('devices_agent_disabled')
      .on(table.agentId)
      .where(sql`${attributed} AND disabled = 1`),
    index('devices_agent_vip').on(table.agentId, table.vip).where(attributed),
    index('devices_agent_created').on(table.agentId, table.createdAt).where(attributed),
  ],
)
