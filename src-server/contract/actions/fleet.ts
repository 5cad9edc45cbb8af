import { z } from 'zod'
import { defineAction } from '../action.ts'
import { DRAWDOWN_BARS, FLEET_DIMENSIONS, FLEET_ORDERS, RATE_BARS } from '../fleet-names.ts'
import { LAST_SECOND, MAX_CURRENCY_LENGTH, MAX_HISTORY_POINTS } from '../limits.ts'
import { fleetAccount, fleetGroup, fleetPoint, fleetReport } from '../records/fleet.ts'
import { referenceTo } from '../reference.ts'
import { customValueSchema } from '../subjects/schemas.ts'

const looks = { roles: ['owner', 'developer', 'agent'], permission: 'devices', reads: true } as const

/** The accounts that a figure of the fleet is about, among those that the caller sees. Absent: all of them. */
const fleetScope = {
  app: referenceTo('application').optional(),
  agent: referenceTo('agent').optional(),
  /** Empty: accounts whose program sends none. */
  currency: z.string().max(MAX_CURRENCY_LENGTH).optional(),
  /** A question about a custom field. The curve is sampled without it. */
  having: customValueSchema().optional(),
  from: z.int().min(0).max(LAST_SECOND),
  to: z.int().min(0).max(LAST_SECOND),
}
const { having: _, ...sampledScope } = fleetScope
const by = z.enum(FLEET_DIMENSIONS)
/** The custom field, where `by` is `field`. */
const field = referenceTo('field').optional()

/**
 * Sums over all trading accounts that the caller sees. An agent sees its own customers. Demo accounts count where `app`
 * names theirs, or where there are no others. A period has whole days of the server's wall clock.
 */
export const FLEET_CONTRACT = {
  /**
   * Sums over time, sampled once a minute: by minutes for 2 days, 10 minutes for 21 days, hours for a year, days for 10
   * years.
   */
  fleet_curve: defineAction({
    ...looks,
    input: z.strictObject({
      ...sampledScope,
      points: z.int().min(1).max(MAX_HISTORY_POINTS).default(300),
    }),
    output: z.object({
      /** The length of a step. */
      seconds: z.int(),
      /** In the order of time. At most 20 currencies: those of the most accounts. */
      rows: z.array(fleetPoint),
    }),
  }),

  /** The accounts of one currency: by default of the one that most accounts have. */
  fleet_report: defineAction({ ...looks, input: z.strictObject(fleetScope), output: fleetReport }),

  /** The same figures by group. An account with two tags counts in both. The largest first, at most 500. */
  fleet_groups: defineAction({
    ...looks,
    input: z.strictObject({ ...fleetScope, by, field }),
    output: z.object({ rows: z.array(fleetGroup), total: z.int() }),
  }),

  /** The accounts of a bar or a group, or all, by a figure. Accounts without the figure come last. */
  fleet_accounts: defineAction({
    ...looks,
    input: z.strictObject({
      ...fleetScope,
      by: by.optional(),
      field,
      /** The group, where `by` names a dimension. */
      key: z.string().max(255).optional(),
      drawdown_bar: z
        .int()
        .min(0)
        .max(DRAWDOWN_BARS.length - 1)
        .optional(),
      rate_bar: z.int().min(0).max(RATE_BARS.length).optional(),
      sort: z.enum(FLEET_ORDERS).default('profit'),
      desc: z.boolean().default(true),
      limit: z.int().min(1).max(500).default(50),
    }),
    output: z.object({ rows: z.array(fleetAccount), total: z.int() }),
  }),
}
