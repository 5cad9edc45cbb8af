import { z } from 'zod'
import { ACCOUNT_PASSWORD, ACCOUNT_USER } from './account.ts'

/** A row of account_import. Times are Unix seconds. null and absent mean the same. */
export const importedAccount = z.strictObject({
  user: z.string().regex(ACCOUNT_USER, '5 to 11 letters, digits and _'),
  password: z.string().regex(ACCOUNT_PASSWORD, '6 to 18 letters, digits and . * _ -').nullish(),
  qq: z.string().trim().min(1).max(32),
  name: z.string().trim().max(64).nullish(),
  vip: z.int().min(0).max(253_402_300_799).nullish(),
  disabled: z.boolean().nullish(),
  disable_reason: z.string().max(255).nullish(),
})
export type ImportedAccount = z.output<typeof importedAccount>
