import { z } from 'zod'
import { CODE_STATES, CODE_TYPES, CODE_UNITS } from '../code-names.ts'

/** Codes that were generated together, with the order's values. Times are Unix seconds. */
export const batchRecord = z.object({
  id: z.int(),
  app: z.int(),
  type: z.enum(CODE_TYPES),
  /** Null for types without a duration, and for older batches, which have only `seconds` and `left`. */
  unit: z.enum(CODE_UNITS).nullable(),
  amount: z.int().nullable(),
  seconds: z.int(),
  left: z.int().nullable(),
  /** The number ordered. */
  count: z.int(),
  prefix: z.string(),
  /** The trading accounts that each code may serve, as ordered. */
  seats: z.int(),
  agent: z.int().nullable(),
  note: z.string(),
  created_by: z.string(),
  created_at: z.int(),
})
export type BatchRecord = z.output<typeof batchRecord>

export const batchDetail = batchRecord.extend({
  agent_name: z.string().nullable(),
  /** The number of its existing codes in each state. */
  counts: z.record(z.enum(CODE_STATES), z.int()),
})
export type BatchDetail = z.output<typeof batchDetail>
