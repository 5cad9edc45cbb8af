import { z } from 'zod'
import { defineAction } from '../action.ts'
import { CONSOLE_LANGUAGES } from '../preference-names.ts'
import { firstStartRecord } from '../records/first-start.ts'

/** The first hour with the product. */
export const START_CONTRACT = {
  /** How far a new server has come on the way to its first customer. */
  start_get: defineAction({
    roles: ['owner'],
    permission: 'platform',
    reads: true,
    input: z.strictObject({}),
    output: firstStartRecord,
  }),

  /** Makes an application with demo accounts that move. 409 where there are some already. */
  demo_start: defineAction({
    roles: ['owner'],
    permission: 'applications.edit',
    input: z.strictObject({ language: z.enum(CONSOLE_LANGUAGES).default('en') }),
    output: z.object({ app: z.int(), accounts: z.int() }),
  }),

  /** Deletes the demo accounts with their application. 404 where there are none. */
  demo_end: defineAction({
    roles: ['owner'],
    permission: 'applications.edit',
    input: z.strictObject({}),
    output: z.object({}),
  }),
}
