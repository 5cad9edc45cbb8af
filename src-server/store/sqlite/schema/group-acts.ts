import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { GroupActRecord } from '../../../contract/records/group-act.ts'
import { devices } from './devices.ts'

/** Acts on groups of trading accounts: who paused or closed which group, and why. */
export const groupActs = sqliteTable(
  'group_acts',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    operatorId: integer('operator_id').notNull(),
    act: text({ enum: ['pause', 'close'] }).notNull(),
    /** The limits of the group, with the names that they had then. */
    group: text('account_group', { mode: 'json' }).$type<GroupActRecord['group']>().notNull(),
    reason: text().notNull(),
    byId: integer('by_id').notNull(),
    by: text().notNull(),
    at: integer().notNull(),
    accounts: integer().notNull(),
    positions: integer().notNull(),
    paused: integer().notNull(),
    resumedBy: text('resumed_by').notNull().default(''),
    resumedAt: integer('resumed_at'),
  },
  (table) => [index('group_acts_operator').on(table.operatorId, table.id)],
)

/** The accounts whose opening an act paused. Every other write of the switch deletes the row. */
export const groupPauses = sqliteTable(
  'group_pauses',
  {
    deviceId: integer('device_id')
      .primaryKey()
      .references(() => devices.id, { onDelete: 'cascade' }),
    actId: integer('act_id')
      .notNull()
      .references(() => groupActs.id, { onDelete: 'cascade' }),
  },
  (table) => [index('group_pauses_act').on(table.actId)],
)
