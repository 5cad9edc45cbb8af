import { index, json, pgTable, text } from 'drizzle-orm/pg-core'
import type { GroupActRecord } from '../../../contract/records/group-act.ts'
import { devices } from './devices.ts'
import { identity, whole } from '../columns/types.ts'

/** Acts on groups of trading accounts: who paused or closed which group, and why. */
export const groupActs = pgTable(
  'group_acts',
  {
    id: identity(),
    operatorId: whole('operator_id').notNull(),
    act: text({ enum: ['pause', 'close'] }).notNull(),
    /** The limits of the group, with the names that they had then. */
    group: json('account_group').$type<GroupActRecord['group']>().notNull(),
    reason: text().notNull(),
    byId: whole('by_id').notNull(),
    by: text().notNull(),
    at: whole().notNull(),
    accounts: whole().notNull(),
    positions: whole().notNull(),
    paused: whole().notNull(),
    resumedBy: text('resumed_by').notNull().default(''),
    resumedAt: whole('resumed_at'),
  },
  (table) => [index('group_acts_operator').on(table.operatorId, table.id)],
)

/** The accounts whose opening an act paused. Every other write of the switch deletes the row. */
export const groupPauses = pgTable(
  'group_pauses',
  {
    deviceId: whole('device_id')
      .primaryKey()
      .references(() => devices.id, { onDelete: 'cascade' }),
    actId: whole('act_id')
      .notNull()
      .references(() => groupActs.id, { onDelete: 'cascade' }),
  },
  (table) => [index('group_pauses_act').on(table.actId)],
)
