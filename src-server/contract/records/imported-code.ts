import { z } from 'zod'
import { CODE_UNITS } from '../code-names.ts'
import { UNLIMITED_USES } from '../limits.ts'
import { CODE } from '../subjects/code.ts'
import { importedSchema } from '../subjects/schemas.ts'

/** A code as another server kept it (code_import). Times are Unix seconds; null and absent are the same. */
export const importedCode = importedSchema(CODE).extend({
  /** Of a time code, and of a VIP code that ends; may be left out where `end_time` says it all. */
  unit: z.enum(CODE_UNITS).nullish(),
  /** Units of a time code; uses or points where `left` isn't given. */
  amount: z.int().min(0).max(UNLIMITED_USES).nullish(),
})
export type ImportedCode = z.output<typeof importedCode>
