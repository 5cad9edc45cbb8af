import type { z } from 'zod'
import { ACCOUNT } from '../subjects/account.ts'
import { recordSchema, importedSchema } from '../subjects/schemas.ts'

/** A user account of an application. Times are Unix seconds. */
export const accountRecord = recordSchema(ACCOUNT, {})
export type AccountRecord = z.output<typeof accountRecord>

/** A row of account_import. Times are Unix seconds. null and absent mean the same. */
export const importedAccount = importedSchema(ACCOUNT)
export type ImportedAccount = z.output<typeof importedAccount>
