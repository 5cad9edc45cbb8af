import { z } from 'zod'
import { defineAction } from '../action.ts'
import { LAST_SECOND, MAX_CURRENCY_LENGTH, MAX_HISTORY_POINTS } from '../limits.ts'
import { fleetPoint } from '../records/fleet.ts'
import { referenceTo } from '../reference.ts'

const everyone = ['owner', 'developer', 'agent'] as const

/** The accounts that a figure of the fleet is about, among those that the caller sees. Absent: all of them. */
const fleetScope = {
  app: referenceTo('application').optional(),
  agent: referenceTo('agent').optional(),
  /** Empty: accounts whose program sends none. */
  currency: z.string().max(MAX_CURRENCY_LENGTH).optional(),
}
const span = { from: z.int().min(0).max(LAST_SECOND), to: z.int().min(0).max(LAST_SECOND) }

/** Sums over all trading accounts that the caller sees. An agent sees its own customers. */
export const FLEET_CONTRACT = {
  /**
   * Sums over time, sampled once a minute: by minutes for 2 days, 10 minutes for 21 days, hours for a year, days for 10
   * years. Demo accounts count where `app` names theirs, or where there are no others.
   */
  fleet_curve: defineAction({
    roles: everyone,
    permission: 'devices',
    reads: true,
    input: z.strictObject({
      ...fleetScope,
      ...span,
      points: z.int().min(1).max(MAX_HISTORY_POINTS).default(300),
    }),
    output: z.object({
      /** The length of a step. */
      seconds: z.int(),
      /** In the order of time. At most 20 currencies: those of the most accounts. */
      rows: z.array(fleetPoint),
    }),
  }),
}
