import { z } from 'zod'

/** The sums of all trading accounts of one currency at a moment. Never add two currencies. */
export const fleetPoint = z.object({
  /** The start of the step, Unix seconds. A time without the server has no rows. */
  at: z.int(),
  /** Empty for accounts whose program sends none. */
  currency: z.string(),
  /** Accounts whose terminal pulsed, on average over the step. */
  online: z.int(),
  /** This and all other sums: at the end of the step. */
  accounts: z.int(),
  equity: z.number(),
  balance: z.number(),
  floating: z.number(),
  positions: z.int(),
  critical: z.int(),
  /** Accounts that may not open or not add. */
  paused: z.int(),
})
export type FleetPoint = z.output<typeof fleetPoint>
