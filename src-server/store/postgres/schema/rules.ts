import { boolean, doublePrecision, index, json, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { RULE_PLACES, RULE_SUBJECTS } from '../../../contract/rule-names.ts'
import type { LadderState, QuietHours, RuleLevel } from '../../../domain/rules/rule.ts'
import { devices } from './devices.ts'
import { operators } from './operators.ts'
import { identity, whole } from '../columns/types.ts'

/**
 * Rules that watch trading accounts. The account, agent and application of a rule have no foreign key: a rule whose place
 * is deleted stays, without effect.
 */
export const rules = pgTable(
  'rules',
  {
    id: identity(),
    ownerId: whole('owner_id')
      .notNull()
      .references(() => operators.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    place: text({ enum: RULE_PLACES }).notNull(),
    accountId: whole('account_id'),
    agentId: whole('agent_id'),
    word: text().notNull().default(''),
    appId: whole('app_id'),
    subject: text({ enum: RULE_SUBJECTS }).notNull(),
    levels: json().$type<readonly RuleLevel[]>().notNull(),
    rearm: whole().notNull(),
    cooldown: whole().notNull(),
    quiet: json().$type<QuietHours>(),
    startsAt: whole('starts_at'),
    enabled: boolean().notNull().default(true),
    people: json().$type<readonly number[]>().notNull(),
    createdAt: whole('created_at').notNull(),
  },
  (table) => [index('rules_owner').on(table.ownerId)],
)

/** The ladder of a rule for a trading account, from its first firing on. */
export const ruleStates = pgTable(
  'rule_states',
  {
    ruleId: whole('rule_id')
      .notNull()
      .references(() => rules.id, { onDelete: 'cascade' }),
    deviceId: whole('device_id')
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
    levels: json().$type<LadderState>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.ruleId, table.deviceId] }),
    index('rule_states_device').on(table.deviceId),
  ],
)

/** The pause switches that a firing set and that no person has set since. */
export const rulePauses = pgTable(
  'rule_pauses',
  {
    deviceId: whole('device_id')
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
    switch: text({ enum: ['pause_add', 'pause_open'] }).notNull(),
    /** The key of the firing's event. */
    eventKey: text('event_key').notNull(),
  },
  (table) => [primaryKey({ columns: [table.deviceId, table.switch] })],
)

/** The highest equity and the equity at the day's start of accounts that a rule about them watches. */
export const equityMarks = pgTable('equity_marks', {
  deviceId: whole('device_id')
    .primaryKey()
    .references(() => devices.id, { onDelete: 'cascade' }),
  /** The figures are of this trading account. A record that moves to another one starts anew. */
  accountKey: text('account_key').notNull(),
  /** Since the account is watched. */
  peak: doublePrecision().notNull(),
  /** The day by the server's wall clock, in days since 1970, and the first equity of it. */
  day: whole().notNull(),
  dayEquity: doublePrecision('day_equity').notNull(),
})
