import { z } from 'zod'
import { defineAction } from '../action.ts'
import { businessDay } from '../records/business.ts'
import { referenceTo } from '../reference.ts'

const everyone = ['owner', 'developer', 'agent'] as const

export const BUSINESS_CONTRACT = {
  /**
   * The business of each day of the server's wall clock, from the day of `from` to that of `to`, at most 400. What the
   * server did not count before this version is as near as its records say.
   */
  business_days: defineAction({
    roles: everyone,
    permission: ['codes', 'devices', 'sales'],
    reads: true,
    input: z.strictObject({
      from: z.int().min(0),
      to: z.int().min(0),
      app: referenceTo('application').optional(),
      agent: referenceTo('agent').optional(),
    }),
    output: z.object({ days: z.array(businessDay) }),
  }),
}
