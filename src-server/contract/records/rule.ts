import { z } from 'zod'
import { naming, referenceTo } from '../reference.ts'
import {
  DEFAULT_COOLDOWN,
  DEFAULT_REARM,
  MAX_COOLDOWN,
  MAX_REARM,
  MAX_RULE_LEVELS,
  MAX_RULE_NAME,
  MAX_RULE_PEOPLE,
  MAX_RULE_WORD,
  MIN_COOLDOWN,
  MIN_REARM,
  RULE_ACTS,
  RULE_IDLE,
  RULE_PLACES,
  RULE_SUBJECTS,
} from '../rule-names.ts'
import { LAST_SECOND } from '../limits.ts'

const minute = z.int().min(0).max(1439)

/** A level of a rule: at this value, the rule does this. */
export const ruleLevel = z.strictObject({ at: z.number(), act: z.enum(RULE_ACTS) })

/**
 * The members that an operator sets. Levels get strictly worse, and their acts never weaker. A level's value is in the
 * range of its subject (SUBJECT_FACTS).
 */
export const ruleFields = z.strictObject({
  name: z.string().trim().min(1).max(MAX_RULE_NAME),
  place: z.enum(RULE_PLACES),
  /** The trading account of a rule of place `account`. null for other places. */
  account: referenceTo('device').nullable().default(null),
  /** The agent of a rule of place `agent`. The rule holds for the agents below it too. null for other places. */
  agent: referenceTo('agent').nullable().default(null),
  /** The symbol, the server's name or the tag. Empty for other places. */
  word: z.string().trim().max(MAX_RULE_WORD).default(''),
  /** null: all applications of the owner. */
  app: referenceTo('application').nullable().default(null),
  subject: z.enum(RULE_SUBJECTS),
  levels: z.array(ruleLevel).min(1).max(MAX_RULE_LEVELS),
  /** Percent of a level. */
  rearm: z.int().min(MIN_REARM).max(MAX_REARM).default(DEFAULT_REARM),
  /** Seconds. */
  cooldown: z.int().min(MIN_COOLDOWN).max(MAX_COOLDOWN).default(DEFAULT_COOLDOWN),
  /** Minutes of the day between which no message goes out. `from` may be after `to`. null for none. */
  quiet: z.strictObject({ from: minute, to: minute }).nullable().default(null),
  /** The rule has no effect before, Unix seconds. null for none. */
  starts_at: z.int().min(0).max(LAST_SECOND).nullable().default(null),
  enabled: z.boolean().default(true),
  /** The persons that get the messages. Empty: the usual recipients of the application. */
  people: z
    .array(naming('operator', z.int().min(1)))
    .max(MAX_RULE_PEOPLE)
    .default([]),
})
export type RuleFields = z.output<typeof ruleFields>

/** A rule with names for the screen. */
export const ruleRecord = ruleFields.extend({
  id: z.int(),
  /** The developer whose accounts the rule acts on. */
  owner: z.int(),
  owner_name: z.string(),
  app_name: z.string(),
  agent_name: z.string(),
  account_key: z.string(),
  /** The names of `people`, in the same order. Empty for a person who is gone. */
  people_names: z.array(z.string()),
  /** The reason why the rule has no effect. null when it has one. */
  idle: z.enum(RULE_IDLE).nullable(),
  /** The number of trading accounts for which the rule decides now. */
  covers: z.int(),
  /** The firings within the last 30 days, and the last one, Unix seconds. */
  fired: z.int(),
  fired_at: z.int().nullable(),
  created_at: z.int(),
})
export type RuleRecord = z.output<typeof ruleRecord>
