import { z } from 'zod'
import { defineAction } from '../action.ts'
import { ROLES } from '../permissions.ts'
import { marketCalendar } from '../records/market-settings.ts'
import { naming } from '../reference.ts'
import { MAX_ACKNOWLEDGED, MAX_RISK_NOTE, RISK_STATES } from '../risk-words.ts'
import { RISK_KINDS } from '../sales-names.ts'
import { RISK } from '../subjects/platform.ts'
import { filterShape } from '../subjects/schemas.ts'

const everyone = ['owner', 'developer'] as const

/** A risk for review. `key` names it in `risk_acknowledge`. A risk that happens again is open again. */
const riskItem = z.object({
  key: z.string(),
  kind: z.enum(RISK_KINDS),
  level: z.enum(['high', 'medium', 'low']),
  app: z.int().nullable(),
  app_name: z.string(),
  /** The subject, for a link: a trading account, a code, an application. */
  subject_kind: z.enum(['device', 'code', 'application', 'settings']),
  subject_id: z.int(),
  subject: z.string(),
  /** First and last time that the risk was seen, Unix seconds; and how often. */
  since: z.int(),
  at: z.int(),
  times: z.int(),
  /** Numbers and words for the screen's sentence, such as `{dd: 31.5, threshold: 30}`. */
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  /** The state of its alert; null where none is sent. */
  delivery: z.enum(['waiting', 'sent', 'dead']).nullable(),
  /** Why the alert waits or was given up: a word of DELIVERY_ERRORS, then a space and the service's own code. Empty where nothing failed. */
  delivery_error: z.string(),
  acknowledged: z.object({ by: z.string(), at: z.int(), note: z.string() }).nullable(),
  /** The end of its snooze, Unix seconds. null while nobody snoozes it. */
  snoozed_until: z.int().nullable(),
})
export type RiskItem = z.output<typeof riskItem>

/**
 * Risks of one cause in one state, such as all accounts of an application over one threshold. Its `key` stays the same
 * while the group exists, so a burst of risks is one new key. `risk_list` with the filter `group` answers its risks.
 */
const riskGroup = z.object({
  key: z.string(),
  state: z.enum(RISK_STATES),
  kind: z.enum(RISK_KINDS),
  level: z.enum(['high', 'medium', 'low']),
  app: z.int().nullable(),
  app_name: z.string(),
  count: z.int(),
  /** The first and last time that one of the risks was seen, Unix seconds. */
  since: z.int(),
  at: z.int(),
  worst: riskItem,
})
export type RiskGroup = z.output<typeof riskGroup>

export const RISK_CONTRACT = {
  /** When the markets of each group of symbols are closed. Of the learned markets, those of the caller's accounts. */
  market_calendar: defineAction({
    roles: ROLES,
    permission: 'devices',
    reads: true,
    input: z.strictObject({}),
    output: marketCalendar,
  }),

  /** Open risks first, the worst first; at most 500. */
  risk_list: defineAction({
    roles: everyone,
    permission: 'risk',
    reads: true,
    input: z.strictObject(filterShape(RISK)).partial(),
    output: z.object({ rows: z.array(riskItem), is_cut: z.boolean() }),
  }),

  /** The same risks as groups: open ones first, the worst first; at most 500. */
  risk_groups: defineAction({
    roles: everyone,
    permission: 'risk',
    reads: true,
    input: z.strictObject(filterShape(RISK)).partial(),
    output: z.object({ groups: z.array(riskGroup), is_cut: z.boolean() }),
  }),

  risk_counts: defineAction({
    roles: everyone,
    permission: 'risk',
    reads: true,
    input: z.strictObject({}),
    output: z.object({ open: z.int(), high: z.int() }),
  }),

  /**
   * Marks risks, and all risks of groups, as reviewed. Risks of a group that are newer than `at` stay open. The note says
   * what was done, so it can't be empty.
   */
  risk_acknowledge: defineAction({
    roles: everyone,
    permission: 'risk.acknowledge',
    input: z
      .strictObject({
        keys: z
          .array(naming('risk', z.string().min(1).max(200)))
          .max(MAX_ACKNOWLEDGED)
          .optional(),
        groups: z
          .array(naming('risk_group', z.string().min(1).max(255)))
          .max(MAX_ACKNOWLEDGED)
          .optional(),
        /** The newest risk that the person saw in the groups, Unix seconds. Without it, all of each group. */
        at: z.int().optional(),
        note: z.string().trim().min(1).max(MAX_RISK_NOTE),
      })
      .refine(({ keys = [], groups = [] }) => keys.length + groups.length > 0, 'at least one risk or group'),
    output: z.object({ done: z.int() }),
  }),
}
