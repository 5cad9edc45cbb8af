import { z } from 'zod'
import { defineAction } from '../action.ts'
import { RISK_KINDS } from '../sales-names.ts'
import { RISK } from '../subjects/platform.ts'
import { filterShape } from '../subjects/schemas.ts'

const everyone = ['owner', 'developer'] as const

/** Something to look at. `key` names it for acknowledging: it comes back when it happens anew. */
const riskItem = z.object({
  key: z.string(),
  kind: z.enum(RISK_KINDS),
  level: z.enum(['high', 'medium', 'low']),
  app: z.int().nullable(),
  app_name: z.string(),
  /** What it is about, for a link: a trading account, a code, an application. */
  subject_kind: z.enum(['device', 'code', 'application', 'settings']),
  subject_id: z.int(),
  subject: z.string(),
  /** Since and until when it was seen, Unix seconds; how often. */
  since: z.int(),
  at: z.int(),
  times: z.int(),
  /** Numbers and words the screen puts into its sentence, such as `{dd: 31.5, threshold: 30}`. */
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  /** How its alert fared; null where none is sent. */
  delivery: z.enum(['waiting', 'sent', 'dead']).nullable(),
  /** Why it waits or was given up: a word of DELIVERY_ERRORS, and after a space the service's own code; empty where nothing failed. */
  delivery_error: z.string(),
  acknowledged: z.object({ by: z.string(), at: z.int(), note: z.string() }).nullable(),
})
export type RiskItem = z.output<typeof riskItem>

/** Those not acknowledged first, the worst first; at most 500. */
export const riskList = defineAction({
  name: 'risk_list',
  roles: everyone,
  permission: 'risk',
  reads: true,
  input: z.strictObject(filterShape(RISK)).partial(),
  output: z.object({ rows: z.array(riskItem), is_cut: z.boolean() }),
})

export const riskCounts = defineAction({
  name: 'risk_counts',
  roles: everyone,
  permission: 'risk',
  reads: true,
  input: z.strictObject({}),
  output: z.object({ open: z.int(), high: z.int() }),
})

/** Says that it was looked at, and what was done. Without a note nothing was said. */
export const riskAcknowledge = defineAction({
  name: 'risk_acknowledge',
  roles: everyone,
  permission: 'risk.acknowledge',
  input: z.strictObject({
    keys: z.array(z.string().min(1).max(200)).min(1).max(100),
    note: z.string().trim().min(1).max(500),
  }),
  output: z.object({ done: z.int() }),
})
