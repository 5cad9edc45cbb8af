import { sql } from 'drizzle-orm'
import { index, integer, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { RULE_ACTS } from '../../../contract/rule-names.ts'

/** Notes on risks. A noted risk stays hidden until it occurs again. */
export const riskNotes = sqliteTable(
  'risk_notes',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** Identifies the risk and its occurrence. */
    key: text().notNull(),
    /** The application's owner, or 0 for the platform. */
    ownerId: integer('owner_id').notNull(),
    byId: integer('by_id').notNull(),
    by: text().notNull(),
    note: text().notNull(),
    at: integer().notNull(),
  },
  (table) => [uniqueIndex('risk_notes_key').on(table.key), index('risk_notes_at').on(table.at)],
)

/** Risk events of trading accounts, with or without a message about them (docs/protocol.md 8). */
export const riskEvents = sqliteTable(
  'risk_events',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    kind: text({ enum: ['drawdown', 'silent', 'close_overdue', 'rule'] }).notNull(),
    deviceId: integer('device_id').notNull(),
    appId: integer('app_id').notNull(),
    at: integer().notNull(),
    /** For a drawdown: percent, and the threshold it crossed. */
    value: real(),
    threshold: real(),
    /** The key of the outbox message about it. null for none. */
    outboxKey: text('outbox_key'),
    /** Identifies the firing of a rule. null for other events. */
    key: text(),
    /** The rule that fired, the number of its level from 0, and its act. null and empty for other events. */
    ruleId: integer('rule_id'),
    level: integer(),
    act: text({ enum: ['', ...RULE_ACTS] })
      .notNull()
      .default(''),
    /** The close command of the firing. null for none. */
    commandId: integer('command_id'),
    /** When and by whom the firing's pause was undone. */
    undoneAt: integer('undone_at'),
    undoneBy: text('undone_by').notNull().default(''),
    /** `wanted`: a message about the event has to be written. `told`: it is in the outbox. */
    tell: text({ enum: ['', 'wanted', 'told'] })
      .notNull()
      .default(''),
  },
  (table) => [
    index('risk_events_device').on(table.deviceId, table.at),
    index('risk_events_app').on(table.appId, table.at),
    uniqueIndex('risk_events_key')
      .on(table.key)
      .where(sql`key IS NOT NULL`),
    index('risk_events_rule')
      .on(table.ruleId, table.at)
      .where(sql`rule_id IS NOT NULL`),
    index('risk_events_wanted')
      .on(table.at)
      .where(sql`tell = 'wanted'`),
  ],
)
