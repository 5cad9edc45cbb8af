import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { customValues, identity, lines, whole } from '../columns/types.ts'
import { applications } from './applications.ts'
import { operators } from './operators.ts'

const attributed = sql`agent_id IS NOT NULL`

/** MT5 trading accounts authorized for an application. The telemetry database holds their pulses. */
export const devices = pgTable(
  'devices',
  {
    id: identity(),
    appId: whole('app_id')
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    /** `<trading_account>@<server>`, exactly as the terminal reports it. */
    accountKey: text('account_key').notNull(),
    label: text().notNull().default(''),
    license: text().notNull().default(''),
    buyUrl: text('buy_url').notNull().default(''),
    agentId: whole('agent_id').references(() => operators.id),
    /** Unix seconds. 4102243200 is permanent. */
    vip: whole().notNull(),
    disabled: boolean().notNull().default(false),
    disableReason: text('disable_reason').notNull().default(''),
    debug: boolean().notNull().default(false),
    pauseOpen: boolean('pause_open').notNull().default(false),
    pauseAdd: boolean('pause_add').notNull().default(false),
    note: text().notNull().default(''),
    tags: lines()
      .notNull()
      .default(sql`''`),
    fields: customValues()
      .notNull()
      .default(sql`''`),
    messengerOpenId: text('messenger_open_id').notNull().default(''),
    createdAt: whole('created_at').notNull(),
    /** Each write of the row increases it. */
    revision: whole().notNull().default(0),
  },
  (table) => [
    uniqueIndex('devices_app_account').on(table.appId, table.accountKey),
    index('devices_agent').on(table.agentId, table.id),
    index('devices_app').on(table.appId, table.id),
    index('devices_app_label').on(table.appId, table.label, table.id),
    index('devices_app_vip').on(table.appId, table.vip, table.id),
    index('devices_app_created').on(table.appId, table.createdAt, table.id),
    index('devices_app_disabled')
      .on(table.appId, table.id)
      .where(sql`disabled`),
    index('devices_agent_account').on(table.agentId, table.accountKey, table.id).where(attributed),
    index('devices_agent_label').on(table.agentId, table.label, table.id).where(attributed),
    index('devices_agent_disabled')
      .on(table.agentId, table.id)
      .where(sql`${attributed} AND disabled`),
    index('devices_agent_vip').on(table.agentId, table.vip, table.id).where(attributed),
    index('devices_agent_created').on(table.agentId, table.createdAt, table.id).where(attributed),
  ],
)
