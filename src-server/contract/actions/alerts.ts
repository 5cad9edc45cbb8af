import { z } from 'zod'
import { defineAction } from '../action.ts'
import { LAST_SECOND } from '../limits.ts'
import { naming, referenceTo } from '../reference.ts'
import { MAX_ESCALATION_MINUTES, MAX_ESCALATION_PEOPLE, MAX_RISK_NOTE } from '../risk-words.ts'
import { RISK_KINDS } from '../sales-names.ts'

const manages = ['owner', 'developer'] as const

const snoozeRecord = z.object({
  id: z.int(),
  /** At most one of these three is set. An application without them is snoozed as a whole. */
  device: z.int().nullable(),
  rule: z.int().nullable(),
  kind: z.enum(RISK_KINDS).nullable(),
  /** Limits a kind to one application. null for all applications of the owner. */
  app: z.int().nullable(),
  app_name: z.string(),
  /** The account or the rule by its name. Empty for a kind. */
  subject: z.string(),
  until: z.int(),
  note: z.string(),
  by: z.string(),
  at: z.int(),
})
export type SnoozeRecord = z.output<typeof snoozeRecord>

const escalationRecord = z.object({
  app: z.int(),
  app_name: z.string(),
  /** The time that each person has to acknowledge, minutes. 0: alerts stay with their first recipients. */
  minutes: z.int(),
  people: z.array(z.int()),
  /** In the same order. Empty for a person who is gone. */
  people_names: z.array(z.string()),
})
export type EscalationRecord = z.output<typeof escalationRecord>

/** Snoozes of alerts, and the persons who get an alert after its first recipients. */
export const ALERT_CONTRACT = {
  /**
   * Sends no alerts about a trading account, a rule, a kind of risk, or an application until a time. Events are stored as
   * usual. It replaces an earlier snooze of the same. 422: `until` is in the past or more than 30 days ahead. 409: there
   * are 200 already.
   */
  risk_snooze: defineAction({
    roles: manages,
    permission: 'risk.acknowledge',
    input: z
      .strictObject({
        device: referenceTo('device').optional(),
        rule: referenceTo('rule').optional(),
        kind: z.enum(RISK_KINDS).optional(),
        /** Limits a kind to one application. Without it, a kind is snoozed in all of the caller's own applications. */
        app: referenceTo('application').optional(),
        /** Unix seconds. */
        until: z.int().min(1).max(LAST_SECOND),
        note: z.string().trim().max(MAX_RISK_NOTE).default(''),
      })
      .refine(
        ({ device, rule, kind, app }) =>
          [device, rule, kind ?? app].filter((one) => one !== undefined).length === 1,
        'one of device, rule, kind and app',
      ),
    output: snoozeRecord,
  }),

  /** The snoozes that last, the first to end first. */
  risk_snoozes: defineAction({
    roles: manages,
    permission: 'risk',
    reads: true,
    input: z.strictObject({}),
    output: z.object({ rows: z.array(snoozeRecord) }),
  }),

  risk_snooze_end: defineAction({
    roles: manages,
    permission: 'risk.acknowledge',
    input: z.strictObject({ snooze: referenceTo('snooze') }),
    output: z.object({}),
  }),

  app_escalations: defineAction({
    roles: manages,
    permission: 'risk',
    reads: true,
    input: z.strictObject({}),
    output: z.object({ rows: z.array(escalationRecord) }),
  }),

  /** A high alert that nobody acknowledges goes to these persons, one after another. 422: `people` is `unknown`. */
  app_escalation_set: defineAction({
    roles: manages,
    permission: 'applications.edit',
    input: z.strictObject({
      app: referenceTo('application'),
      /** 0 for no escalation. */
      minutes: z.int().min(0).max(MAX_ESCALATION_MINUTES),
      people: z.array(naming('operator', z.int().min(1))).max(MAX_ESCALATION_PEOPLE),
    }),
    output: escalationRecord,
  }),
}
