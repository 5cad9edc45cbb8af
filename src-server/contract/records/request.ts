import { z } from 'zod'
import { REQUEST_KINDS, REQUEST_STATES } from '../request-names.ts'
import { DEVICE_STATES } from '../device-names.ts'
import { telemetryRecord } from './device.ts'
import { CODE_STATES, CODE_TYPES } from '../code-names.ts'

/** The reasons that raise or lower the score (domain/aftersales/risk.ts). */
export const RISK_REASONS = [
  /** This subject or this contact had another request recently. */
  'asked_before',
  'contact_asked_before',
  /** One address made requests for several subjects. */
  'address_asks_much',
  /** The address never used the code. */
  'address_unknown',
  /** The old account pulses, or has positions. */
  'old_live',
  'old_open_positions',
  /** The old account has been silent for long. Lowers the score. */
  'old_silent',
  'server_changes',
  /** The same login number, or the same server. Lowers the score. */
  'same_login',
  /** The new account already exists. */
  'new_taken',
  'new_subject',
  'much_time_left',
  /** The named machine isn't the bound one. */
  'machine_differs',
  /** The application's own rules would refuse it. */
  'policy',
  'picture',
] as const
export type RiskReason = (typeof RISK_REASONS)[number]

export const riskRecord = z.object({
  /** 0 to 100. */
  score: z.int(),
  level: z.enum(['low', 'medium', 'high']),
  /** The points added, negative for those taken. */
  reasons: z.array(z.object({ reason: z.enum(RISK_REASONS), points: z.int() })),
})
export type RiskRecord = z.output<typeof riskRecord>

/** The outcome of an unbind now by the application's policy (docs/protocol.md 6). */
export const policyRecord = z.object({
  /** `unbound`: an approval unbinds the code. All others: why the policy refuses. */
  outcome: z.enum([
    'unbound',
    'tooSoon',
    'tooMany',
    'timeShort',
    'usesShort',
    'disabled',
    'unused',
    'vip',
    'points',
    'notBound',
    /** The code was used for a trading account. The account can be rebound, but the code can't be unbound. */
    'ofAccount',
  ]),
  /** The end of the interval, Unix seconds. null when it is over. */
  next_allowed_at: z.int().nullable(),
  unbinds: z.int(),
  /** 0 means no limit. */
  max: z.int(),
  cost_seconds: z.int(),
  cost_uses: z.int(),
})
export type PolicyRecord = z.output<typeof policyRecord>

/** A trading account as evidence. `id` is null for an unknown one. */
const accountEvidence = z.object({
  id: z.int().nullable(),
  account_key: z.string(),
  label: z.string(),
  state: z.enum(DEVICE_STATES).nullable(),
  vip: z.int().nullable(),
  license: z.string(),
  telemetry: telemetryRecord.nullable(),
  created_at: z.int().nullable(),
})

const codeEvidence = z.object({
  id: z.int(),
  kami: z.string(),
  type: z.enum(CODE_TYPES),
  state: z.enum(CODE_STATES),
  markcode: z.string(),
  ip: z.string(),
  use_time: z.int().nullable(),
  end_time: z.int().nullable(),
  left: z.int().nullable(),
  created_at: z.int(),
})

const earlierRequest = z.object({
  id: z.int(),
  kind: z.enum(REQUEST_KINDS),
  state: z.enum(REQUEST_STATES),
  subject: z.string(),
  new_key: z.string(),
  contact: z.string(),
  created_at: z.int(),
  decided_by_name: z.string(),
})

/** A customer's request with its evidence, for reviewers. Times are Unix seconds. */
export const requestRecord = z.object({
  id: z.int(),
  number: z.string(),
  kind: z.enum(REQUEST_KINDS),
  state: z.enum(REQUEST_STATES),
  app: z.int(),
  app_name: z.string(),
  agent: z.int().nullable(),
  agent_name: z.string(),
  subject: z.string(),
  new_key: z.string(),
  old_machine: z.string(),
  freed_machine: z.string(),
  contact: z.string(),
  reason: z.string(),
  description: z.string(),
  ip: z.string(),
  created_at: z.int(),
  expires_at: z.int(),
  /** The time until which an answer is promised. */
  due_at: z.int(),
  ended_at: z.int().nullable(),
  decided_by: z.int().nullable(),
  decided_by_name: z.string(),
  answer: z.string(),
  waived: z.boolean(),
  taken_seconds: z.int(),
  taken_uses: z.int(),
  reversed_at: z.int().nullable(),
  reversed_by_name: z.string(),
  /** The time until which an approved rebind can be reversed, else null. */
  reversible_until: z.int().nullable(),
  /** Paths of its pictures. */
  images: z.array(z.string()),
  risk: riskRecord,
  /** For an unbind whose code exists. */
  policy: policyRecord.nullable(),
  code: codeEvidence.nullable(),
  old_account: accountEvidence.nullable(),
  new_account: accountEvidence.nullable(),
  /** The addresses that used the code recently, newest first, at most 10. */
  addresses: z.array(z.object({ ip: z.string(), at: z.int(), times: z.int() })),
  /** Requests with the same subject, contact or address, newest first, at most 10. */
  earlier: z.array(earlierRequest),
})
export type RequestRecord = z.output<typeof requestRecord>

export const replyTemplateRecord = z.object({
  id: z.int(),
  title: z.string(),
  text: z.string(),
})
export type ReplyTemplateRecord = z.output<typeof replyTemplateRecord>
