import { z } from 'zod'
import { CODE_STATES, CODE_TYPES, CODE_UNITS } from '../code-names.ts'

/** Codes that were generated together, as they were ordered. Times are Unix seconds. */
export const batchRecord = z.object({
  id: z.int(),
  app: z.int(),
  type: z.enum(CODE_TYPES),
  /** Null for what has none, and for batches of before this was kept: `seconds` and `left` say it all. */
  unit: z.enum(CODE_UNITS).nullable(),
  amount: z.int().nullable(),
  seconds: z.int(),
  left: z.int().nullable(),
  /** How many were ordered. */
  count: z.int(),
  prefix: z.string(),
  agent: z.int().nullable(),
  note: z.string(),
  created_by: z.string(),
  created_at: z.int(),
})
export type BatchRecord = z.output<typeof batchRecord>

export const batchDetail = batchRecord.extend({
  agent_name: z.string().nullable(),
  /** Codes of it that are there, by state. */
  counts: z.record(z.enum(CODE_STATES), z.int()),
})
export type BatchDetail = z.output<typeof batchDetail>
