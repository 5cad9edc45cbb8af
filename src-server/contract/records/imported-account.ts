import type { z } from 'zod'
import { ACCOUNT } from '../subjects/account.ts'
import { importedSchema } from '../subjects/schemas.ts'

/** A row of account_import. Times are Unix seconds. null and absent mean the same. */
export const importedAccount = importedSchema(ACCOUNT)
export type ImportedAccount = z.output<typeof importedAccount>
