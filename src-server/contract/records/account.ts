import type { z } from 'zod'
import { ACCOUNT } from '../subjects/account.ts'
import { recordSchema } from '../subjects/schemas.ts'

/** A user account of an application. Times are Unix seconds. */
export const accountRecord = recordSchema(ACCOUNT, {})
export type AccountRecord = z.output<typeof accountRecord>
