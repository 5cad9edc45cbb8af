import { z } from 'zod'
import { REQUEST_KINDS, REQUEST_STATES } from '../request-names.ts'
import { DEVICE_STATES } from '../device-names.ts'
import { telemetryRecord } from './device.ts'
import { CODE_STATES, CODE_TYPES } from '../code-names.ts'

/** What the score goes up or down by (domain/aftersales/risk.ts). */
export const RISK_REASONS = [
  /** The subject, or this contact, asked before, lately. */
  'asked_before',
  'contact_asked_before',
  /** One address asked for several subjects. */
  'address_asks_much',
  /** The address never used the code. */
  'address_unknown',
  /** The old account pulses, or has positions. */
  'old_live',
  'old_open_positions',
  /** The old account has been silent for long: lowers it. */
  'old_silent',
  'server_changes',
  /** Same login number, or same server: lowers it. */
  'same_login',
  /** The new account is one already. */
  'new_taken',
  'new_subject',
  'much_time_left',
  /** The machine named isn't the bound one. */
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
  /** Points added, negative for those taken. */
  reasons: z.array(z.object({ reason: z.enum(RISK_REASONS), points: z.int() })),
})
export type RiskRecord = z.output<typeof riskRecord>

/** What the application's policy says to an unbind now (protocol.md 6). */
export const policyRecord = z.object({
  /** `unbound`: approved it is done; else why the policy refuses. */
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
    /** The code was used for a trading account: that can be rebound, the code can't be freed. */
    'ofAccount',
  ]),
  /** When the interval is over, Unix seconds; null where it is. */
  next_allowed_at: z.int().nullable(),
  unbinds: z.int(),
  /** 0 is without limit. */
  max: z.int(),
  cost_seconds: z.int(),
  cost_uses: z.int(),
})
export type PolicyRecord = z.output<typeof policyRecord>

/** A trading account as evidence; `id` null for one that isn't here. */
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

/** A customer's request with its evidence, as reviewers see it. Times are Unix seconds. */
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
  /** Until when an answer is promised. */
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
  /** An approved rebind that can still be taken back: until when; else null. */
  reversible_until: z.int().nullable(),
  /** Paths of its pictures. */
  images: z.array(z.string()),
  risk: riskRecord,
  /** Of an unbind whose code is there. */
  policy: policyRecord.nullable(),
  code: codeEvidence.nullable(),
  old_account: accountEvidence.nullable(),
  new_account: accountEvidence.nullable(),
  /** Addresses the code was used from lately, newest first, at most 10. */
  addresses: z.array(z.object({ ip: z.string(), at: z.int(), times: z.int() })),
  /** Of the same subject, contact or address, newest first, at most 10. */
  earlier: z.array(earlierRequest),
})
export type RequestRecord = z.output<typeof requestRecord>

export const replyTemplateRecord = z.object({
  id: z.int(),
  title: z.string(),
  text: z.string(),
})
export type ReplyTemplateRecord = z.output<typeof replyTemplateRecord>
