import { z } from 'zod'
import { defineAction } from '../action.ts'
import { ruleFields, ruleRecord } from '../records/rule.ts'
import { heldRule, ruleFiring, ruleTrial } from '../records/rule-effects.ts'
import { naming, referenceTo } from '../reference.ts'
import { LAST_SECOND } from '../limits.ts'
import { MAX_TRIED_ROWS } from '../rule-names.ts'

const manages = ['owner', 'developer'] as const

/** Rules that watch trading accounts, send messages and act. */
export const RULE_CONTRACT = {
  /** The nearest places first, then by name. */
  rule_list: defineAction({
    roles: manages,
    permission: 'rules',
    reads: true,
    input: z.strictObject({}),
    output: z.object({ rows: z.array(ruleRecord) }),
  }),

  /**
   * Makes a rule, or with `rule` replaces all its members. New levels, another subject or place start anew: a level that
   * is reached already fires. The rule belongs to the owner of its application or account, and otherwise to the caller.
   * 409 where the owner has 200 rules. 422: `account`, `agent`, `app`, `word` are `needed` by the place or `not_of_place`;
   * `levels` is `out_of_range`, `not_worse`, `weaker` or `too_strong`; `people` is `unknown`.
   */
  rule_save: defineAction({
    roles: manages,
    permission: 'rules',
    input: ruleFields.extend({ rule: referenceTo('rule').optional() }),
    output: ruleRecord,
  }),

  /** Pauses and commands of the rule stay. */
  rule_delete: defineAction({
    roles: manages,
    permission: 'rules',
    input: z.strictObject({ rule: referenceTo('rule') }),
    output: z.object({}),
  }),

  /**
   * The firings that a rule would have had over the recorded history, for the accounts for which it would decide now. It
   * runs as if it were on and had started. The span is cut to 31 days. 422 as in `rule_save`; `from` for an empty span.
   */
  rule_try: defineAction({
    roles: manages,
    permission: 'rules',
    reads: true,
    input: ruleFields.extend({
      rule: referenceTo('rule').optional(),
      from: z.int().min(0).max(LAST_SECOND),
      to: z.int().min(0).max(LAST_SECOND),
      limit: z.int().min(1).max(MAX_TRIED_ROWS).default(50),
    }),
    output: ruleTrial,
  }),

  /** The people whom a rule of this application may name, or of all applications of the caller. The operator comes first. */
  rule_people: defineAction({
    roles: manages,
    permission: 'rules',
    reads: true,
    input: z.strictObject({ app: referenceTo('application').optional() }),
    output: z.object({ rows: z.array(z.object({ id: z.int(), name: z.string() })) }),
  }),

  /** The rules that decide for a trading account, one for each subject, and the last 20 firings, the newest first. */
  device_rules: defineAction({
    roles: manages,
    permission: 'rules',
    reads: true,
    input: z.strictObject({ id: referenceTo('device') }),
    output: z.object({ rows: z.array(heldRule), firings: z.array(ruleFiring) }),
  }),

  /**
   * Takes back the pause that a rule set, once. `key` is the key of the firing in the risk review. 409 with `fields.key`:
   * `no_pause` (the firing changed no switch), `already`, `changed_since` (a person has set the switch since).
   */
  risk_undo: defineAction({
    roles: manages,
    permission: 'devices.control',
    input: z.strictObject({ key: naming('risk', z.string().min(1).max(200)) }),
    output: z.object({ pause_add: z.boolean(), pause_open: z.boolean() }),
  }),
}
