import { z } from 'zod'
import { MAX_CODE_LENGTH, MAX_MACHINE_CODE_LENGTH, UNLIMITED_USES } from '../limits.ts'
import { CODE_TYPES, CODE_UNITS } from './code.ts'

const time = z.int().min(0).max(253_402_300_799)
const number = z.int().min(0).max(UNLIMITED_USES)

/** A code as another server kept it (console-api.md, code_import). Times are Unix seconds; null and absent are the same. */
export const importedCode = z.strictObject({
  kami: z
    .string()
    .min(1)
    .max(MAX_CODE_LENGTH)
    .regex(/^\P{Cc}+$/u, 'no control characters'),
  type: z.enum(CODE_TYPES),
  /** Of a time code, and of a VIP code that ends; may be left out where `end_time` says it all. */
  unit: z.enum(CODE_UNITS).nullish(),
  /** Units of a time code; uses or points where `left` isn't given. */
  amount: number.nullish(),
  markcode: z.string().max(MAX_MACHINE_CODE_LENGTH).nullish(),
  ip: z.string().max(64).nullish(),
  use_time: time.nullish(),
  end_time: time.nullish(),
  /** Uses or points left; 999999999 is without a limit. */
  left: number.nullish(),
  unbinds: number.nullish(),
  last_unbind: time.nullish(),
  disabled: z.boolean().nullish(),
  note: z.string().max(255).nullish(),
  agent: z.int().min(1).nullish(),
})
export type ImportedCode = z.output<typeof importedCode>
