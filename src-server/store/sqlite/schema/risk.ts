import { sql } from 'drizzle-orm'
import { index, integer, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { RULE_ACTS } from '../../../contract/rule-names.ts'
import type { AlertFacts } from '../../../domain/risk/risk-event.ts'
import { RISK_KINDS } from '../../../contract/sales-names.ts'
import { applications } from './applications.ts'

const EVENT_KINDS = ['drawdown', 'margin', 'silent', 'back', 'close_overdue', 'rule'] as const

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

/** Times in which a person wants no alerts about a trading account, a rule or a kind of risk. */
export const riskSnoozes = sqliteTable(
  'risk_snoozes',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    ownerId: integer('owner_id').notNull(),
    /** At most one of these three is set. An application without them is snoozed as a whole. */
    deviceId: integer('device_id'),
    ruleId: integer('rule_id'),
    kind: text({ enum: RISK_KINDS }),
    /** Limits a kind to one application. */
    appId: integer('app_id'),
    until: integer().notNull(),
    note: text().notNull().default(''),
    byId: integer('by_id').notNull(),
    by: text().notNull(),
    at: integer().notNull(),
  },
  (table) => [index('risk_snoozes_until').on(table.until)],
)

/** Alerts of one cause that follow one another, from their first message on. */
export const alertBursts = sqliteTable('alert_bursts', {
  /** The application, and the rule or the kind. */
  cause: text().primaryKey(),
  startedAt: integer('started_at').notNull(),
  toldAt: integer('told_at').notNull(),
  accounts: integer().notNull(),
  steps: integer().notNull(),
  worst: integer().notNull(),
})

/** The persons of an application who get an alert one after another while nobody acknowledges it. */
export const escalationPlans = sqliteTable('escalation_plans', {
  appId: integer('app_id')
    .primaryKey()
    .references(() => applications.id, { onDelete: 'cascade' }),
  minutes: integer().notNull(),
  people: text({ mode: 'json' }).$type<readonly number[]>().notNull(),
})

/** Alerts of one cause that go to the next person if nobody acknowledges them. */
export const alertEscalations = sqliteTable(
  'alert_escalations',
  {
    cause: text().primaryKey(),
    appId: integer('app_id').notNull(),
    ruleId: integer('rule_id'),
    kind: text({ enum: EVENT_KINDS }).notNull(),
    dueAt: integer('due_at').notNull(),
    /** The number of persons who got a message. */
    step: integer().notNull().default(0),
  },
  (table) => [index('alert_escalations_due').on(table.dueAt)],
)

/** Risk events of trading accounts, with or without a message about them (docs/protocol.md 8). */
export const riskEvents = sqliteTable(
  'risk_events',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    kind: text({ enum: EVENT_KINDS }).notNull(),
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
    /** The figures that the message about the event names. null without a message. */
    facts: text({ mode: 'json' }).$type<AlertFacts>(),
    /** `wanted`: a message about the event has to be written. `told`: it is in the outbox. `held`: it waits for the end of quiet hours. `snoozed`: nobody wants it. */
    tell: text({ enum: ['', 'wanted', 'held', 'told', 'snoozed'] })
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
    // Groups the events that wait for a message by their cause, without a look at the rows.
    index('risk_events_wanted')
      .on(table.appId, table.kind, table.ruleId, table.level, table.at)
      .where(sql`tell = 'wanted'`),
    index('risk_events_held')
      .on(table.ruleId)
      .where(sql`tell = 'held'`),
    index('risk_events_snoozed')
      .on(table.at)
      .where(sql`tell = 'snoozed'`),
  ],
)
