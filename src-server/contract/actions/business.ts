import { z } from 'zod'
import { defineAction } from '../action.ts'
import { agentRank, businessDay, businessOverview, saleSums } from '../records/business.ts'
import { referenceTo } from '../reference.ts'
import { SALE } from '../subjects/sale.ts'
import { filterShape } from '../subjects/schemas.ts'

const everyone = ['owner', 'developer', 'agent'] as const
const manages = ['owner', 'developer'] as const

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

  /** Trading accounts, ends of licences and stock of codes, as of now. */
  business_overview: defineAction({
    roles: manages,
    permission: ['codes', 'devices', 'sales'],
    reads: true,
    input: z.strictObject({}),
    output: businessOverview,
  }),

  /** The agents beside each other, at most 1000, over a span up to but not including `to`. */
  agent_ranking: defineAction({
    roles: manages,
    permission: 'sales',
    reads: true,
    input: z.strictObject({ from: z.int().min(0), to: z.int().min(0) }),
    output: z.object({ rows: z.array(agentRank) }),
  }),

  /** The sums of all sales with a filter and a search of `sale_list`. */
  sale_sums: defineAction({
    roles: everyone,
    permission: 'sales',
    reads: true,
    input: z.strictObject({
      filter: z.strictObject(filterShape(SALE)).partial().default({}),
      search: z.string().trim().max(200).optional(),
    }),
    output: saleSums,
  }),
}
