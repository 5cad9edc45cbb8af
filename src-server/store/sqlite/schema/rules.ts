import { index, integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { RULE_PLACES, RULE_SUBJECTS } from '../../../contract/rule-names.ts'
import type { LadderState, QuietHours, RuleLevel } from '../../../domain/rules/rule.ts'
import { devices } from './devices.ts'
import { operators } from './operators.ts'

/**
 * Rules that watch trading accounts. The account, agent and application of a rule have no foreign key: a rule whose place
 * is deleted stays, without effect.
 */
export const rules = sqliteTable(
  'rules',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    ownerId: integer('owner_id')
      .notNull()
      .references(() => operators.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    place: text({ enum: RULE_PLACES }).notNull(),
    accountId: integer('account_id'),
    agentId: integer('agent_id'),
    word: text().notNull().default(''),
    appId: integer('app_id'),
    subject: text({ enum: RULE_SUBJECTS }).notNull(),
    levels: text({ mode: 'json' }).$type<readonly RuleLevel[]>().notNull(),
    rearm: integer().notNull(),
    cooldown: integer().notNull(),
    quiet: text({ mode: 'json' }).$type<QuietHours>(),
    startsAt: integer('starts_at'),
    enabled: integer({ mode: 'boolean' }).notNull().default(true),
    people: text({ mode: 'json' }).$type<readonly number[]>().notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [index('rules_owner').on(table.ownerId)],
)

/** The ladder of a rule for a trading account, from its first firing on. */
export const ruleStates = sqliteTable(
  'rule_states',
  {
    ruleId: integer('rule_id')
      .notNull()
      .references(() => rules.id, { onDelete: 'cascade' }),
    deviceId: integer('device_id')
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
    levels: text({ mode: 'json' }).$type<LadderState>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.ruleId, table.deviceId] }),
    index('rule_states_device').on(table.deviceId),
  ],
)

/** The pause switches that a firing set and that no person has set since. */
export const rulePauses = sqliteTable(
  'rule_pauses',
  {
    deviceId: integer('device_id')
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
    switch: text({ enum: ['pause_add', 'pause_open'] }).notNull(),
    /** The key of the firing's event. */
    eventKey: text('event_key').notNull(),
  },
  (table) => [primaryKey({ columns: [table.deviceId, table.switch] })],
)

/** The highest equity and the equity at the day's start of accounts that a rule about them watches. */
export const equityMarks = sqliteTable('equity_marks', {
  deviceId: integer('device_id')
    .primaryKey()
    .references(() => devices.id, { onDelete: 'cascade' }),
  /** The figures are of this trading account. A record that moves to another one starts anew. */
  accountKey: text('account_key').notNull(),
  /** Since the account is watched. */
  peak: real().notNull(),
  /** The day by the server's wall clock, in days since 1970, and the first equity of it. */
  day: integer().notNull(),
  dayEquity: real('day_equity').notNull(),
})
