import { z } from 'zod'
import { MESSAGE_STATES } from '../outgoing-names.ts'
import { RULE_ACTS, RULE_SUBJECTS } from '../rule-names.ts'
import { commandRecord } from './device.ts'
import { ruleLevel, ruleRecord } from './rule.ts'

/** A rule and its place, with names. */
const placedRule = ruleRecord.pick({
  id: true,
  name: true,
  place: true,
  app: true,
  app_name: true,
  account: true,
  account_key: true,
  agent: true,
  agent_name: true,
  word: true,
})
export type PlacedRule = z.output<typeof placedRule>

/** The rule that decides about a subject of a trading account. */
export const heldRule = z.object({
  subject: z.enum(RULE_SUBJECTS),
  /** null: no rule covers the subject, and the application's own setting holds. */
  rule: placedRule.nullable(),
  levels: z.array(ruleLevel),
  /** Rules farther away, which have no effect on this account. The nearest first. */
  over: z.array(placedRule),
})
export type HeldRule = z.output<typeof heldRule>

/** A firing of a rule for a trading account. */
export const ruleFiring = z.object({
  /** Names the firing in `risk_undo`. */
  key: z.string(),
  /** Unix seconds. */
  at: z.int(),
  rule: z.int(),
  /** Empty for a rule that was deleted. */
  rule_name: z.string(),
  /** null for a rule that was deleted. */
  subject: z.enum(RULE_SUBJECTS).nullable(),
  /** The number of the level, from 0. */
  level: z.int(),
  act: z.enum(RULE_ACTS),
  value: z.number().nullable(),
  /** The value of the level. */
  threshold: z.number().nullable(),
  /** The state of its close command. null where it has none. */
  command: commandRecord.shape.state.nullable(),
  /** The state of its message. null where none is sent. */
  delivery: z.enum(MESSAGE_STATES).nullable(),
  /** As in `risk_list`. */
  delivery_error: z.string(),
  /** Its pause is still set, and no person has changed the switch since. */
  undoable: z.boolean(),
  undone_at: z.int().nullable(),
  undone_by: z.string(),
})
export type RuleFiring = z.output<typeof ruleFiring>

/** A firing that a rule would have had. */
const triedFiring = z.object({
  /** The begin of the step with the figure, Unix seconds. */
  at: z.int(),
  device: z.int(),
  account_key: z.string(),
  /** The number of the level, from 0. */
  level: z.int(),
  value: z.number(),
  act: z.enum(RULE_ACTS),
})
export type TriedFiring = z.output<typeof triedFiring>

/** The firings that a rule would have had over the recorded history. */
export const ruleTrial = z.object({
  subject: z.enum(RULE_SUBJECTS),
  /** false: the history has no figures of this subject, so nothing is known. */
  recorded: z.boolean(),
  /**
   * The length of a step of the history, seconds. A step has the worst figure of its time, so several crossings within
   * a step count once. null for times that the server knows exactly, such as the end of a licence.
   */
  step: z.int().nullable(),
  /** The trading accounts for which the rule would decide, and how many of them the dry run has read. */
  covered: z.int(),
  accounts: z.int(),
  /** Not all covered accounts were read. */
  is_cut: z.boolean(),
  /** The number of firings, and of accounts with one. */
  fired: z.int(),
  fired_accounts: z.int(),
  levels: z.array(ruleLevel.extend({ fired: z.int(), accounts: z.int() })),
  /** The newest first, at most `limit`. */
  rows: z.array(triedFiring),
})
export type RuleTrial = z.output<typeof ruleTrial>
