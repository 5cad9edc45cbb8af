import { z } from 'zod'
import { CODE_UNITS } from '../code-names.ts'
import { UNLIMITED_USES } from '../limits.ts'
import { CODE } from '../subjects/code.ts'
import { importedSchema } from '../subjects/schemas.ts'

/**
 * A code with its state on another server, for code_import. Times are Unix seconds. null and absent mean the
 * same.
 */
export const importedCode = importedSchema(CODE).extend({
  /** For a time code, and for a VIP code with an end. May be absent when there is an `end_time`. */
  unit: z.enum(CODE_UNITS).nullish(),
  /** The number of units of a time code, or uses or points when `left` is absent. */
  amount: z.int().min(0).max(UNLIMITED_USES).nullish(),
})
export type ImportedCode = z.output<typeof importedCode>
