import { z } from 'zod'
import { MAX_CODE_LENGTH, MAX_MACHINE_CODE_LENGTH, UNLIMITED_USES } from '../limits.ts'
import { CODE_TYPES, CODE_UNITS } from './code.ts'

const time = z.int().min(0).max(253_402_300_799)
const number = z.int().min(0).max(UNLIMITED_USES)

/**
 * A code with its state on another server, for code_import. Times are Unix seconds. null and absent mean the
 * same.
 */
export const importedCode = z.strictObject({
  kami: z
    .string()
    .min(1)
    .max(MAX_CODE_LENGTH)
    .regex(/^\P{Cc}+$/u, 'no control characters'),
  type: z.enum(CODE_TYPES),
  /** For a time code, and for a VIP code with an end. May be absent when there is an `end_time`. */
  unit: z.enum(CODE_UNITS).nullish(),
  /** The number of units of a time code, or uses or points when `left` is absent. */
  amount: number.nullish(),
  markcode: z.string().max(MAX_MACHINE_CODE_LENGTH).nullish(),
  ip: z.string().max(64).nullish(),
  use_time: time.nullish(),
  end_time: time.nullish(),
  /** Uses or points left. 999999999 is unlimited. */
  left: number.nullish(),
  unbinds: number.nullish(),
  last_unbind: time.nullish(),
  disabled: z.boolean().nullish(),
  note: z.string().max(255).nullish(),
  agent: z.int().min(1).nullish(),
})
export type ImportedCode = z.output<typeof importedCode>
