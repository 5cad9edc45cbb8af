import { sql } from 'drizzle-orm'
import { doublePrecision, index, json, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { RULE_ACTS } from '../../../contract/rule-names.ts'
import type { AlertFacts } from '../../../domain/risk/risk-event.ts'
import { RISK_KINDS } from '../../../contract/sales-names.ts'
import { applications } from './applications.ts'
import { identity, whole } from '../columns/types.ts'

const EVENT_KINDS = ['drawdown', 'margin', 'silent', 'back', 'close_overdue', 'rule'] as const

/** Notes on risks. A noted risk stays hidden until it occurs again. */
export const riskNotes = pgTable(
  'risk_notes',
  {
    id: identity(),
    /** Identifies the risk and its occurrence. */
    key: text().notNull(),
    /** The application's owner, or 0 for the platform. */
    ownerId: whole('owner_id').notNull(),
    byId: whole('by_id').notNull(),
    by: text().notNull(),
    note: text().notNull(),
    at: whole().notNull(),
  },
  (table) => [uniqueIndex('risk_notes_key').on(table.key), index('risk_notes_at').on(table.at)],
)

/** Times in which a person wants no alerts about a trading account, a rule or a kind of risk. */
export const riskSnoozes = pgTable(
  'risk_snoozes',
  {
    id: identity(),
    ownerId: whole('owner_id').notNull(),
    /** At most one of these three is set. An application without them is snoozed as a whole. */
    deviceId: whole('device_id'),
    ruleId: whole('rule_id'),
    kind: text({ enum: RISK_KINDS }),
    /** Limits a kind to one application. */
    appId: whole('app_id'),
    until: whole().notNull(),
    note: text().notNull().default(''),
    byId: whole('by_id').notNull(),
    by: text().notNull(),
    at: whole().notNull(),
  },
  (table) => [index('risk_snoozes_until').on(table.until)],
)

/** Alerts of one cause that follow one another, from their first message on. */
export const alertBursts = pgTable('alert_bursts', {
  /** The application, and the rule or the kind. */
  cause: text().primaryKey(),
  startedAt: whole('started_at').notNull(),
  toldAt: whole('told_at').notNull(),
  accounts: whole().notNull(),
  steps: whole().notNull(),
  worst: whole().notNull(),
})

/** The persons of an application who get an alert one after another while nobody acknowledges it. */
export const escalationPlans = pgTable('escalation_plans', {
  appId: whole('app_id')
    .primaryKey()
    .references(() => applications.id, { onDelete: 'cascade' }),
  minutes: whole().notNull(),
  people: json().$type<readonly number[]>().notNull(),
})

/** Alerts of one cause that go to the next person if nobody acknowledges them. */
export const alertEscalations = pgTable(
  'alert_escalations',
  {
    cause: text().primaryKey(),
    appId: whole('app_id').notNull(),
    ruleId: whole('rule_id'),
    kind: text({ enum: EVENT_KINDS }).notNull(),
    dueAt: whole('due_at').notNull(),
    /** The number of persons who got a message. */
    step: whole().notNull().default(0),
  },
  (table) => [index('alert_escalations_due').on(table.dueAt)],
)

/** Risk events of trading accounts, with or without a message about them (docs/protocol.md 8). */
export const riskEvents = pgTable(
  'risk_events',
  {
    id: identity(),
    kind: text({ enum: EVENT_KINDS }).notNull(),
    deviceId: whole('device_id').notNull(),
    appId: whole('app_id').notNull(),
    at: whole().notNull(),
    /** For a drawdown: percent, and the threshold it crossed. */
    value: doublePrecision(),
    threshold: doublePrecision(),
    /** The key of the outbox message about it. null for none. */
    outboxKey: text('outbox_key'),
    /** Identifies the firing of a rule. null for other events. */
    key: text(),
    /** The rule that fired, the number of its level from 0, and its act. null and empty for other events. */
    ruleId: whole('rule_id'),
    level: whole(),
    act: text({ enum: ['', ...RULE_ACTS] })
      .notNull()
      .default(''),
    /** The close command of the firing. null for none. */
    commandId: whole('command_id'),
    /** When and by whom the firing's pause was undone. */
    undoneAt: whole('undone_at'),
    undoneBy: text('undone_by').notNull().default(''),
    /** The figures that the message about the event names. null without a message. */
    facts: json().$type<AlertFacts>(),
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
