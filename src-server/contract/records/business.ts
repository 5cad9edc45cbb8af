import { z } from 'zod'
import type { BusinessAmount } from '../business-names.ts'

/** Absent for staff without the permission to see sales. */
const ofSales = z.int().optional()

/** The business of a day (business-names.ts). */
export const businessDay = z.object({
  /** The day's beginning, Unix seconds. */
  day: z.int(),
  activations: z.int(),
  trials: z.int(),
  renewals: z.int(),
  left: z.int(),
  made: z.int(),
  allocated: z.int(),
  sales: ofSales,
  revenue: ofSales,
  refunds: ofSales,
  refunded: ofSales,
} satisfies Record<'day' | BusinessAmount, z.ZodType>)
export type BusinessDay = z.output<typeof businessDay>

/** The business of now. */
export const businessOverview = z.object({
  accounts: z.int(),
  /** Accounts whose last pulse came in time. */
  online: z.int(),
  /** Accounts whose licence ends within so many days. */
  expiring: z.array(z.object({ days: z.int(), accounts: z.int() })),
  /** Codes that nobody has used, by application. */
  stock: z.array(
    z.object({
      app: z.int(),
      app_name: z.string(),
      unused: z.int(),
      /** false: there are more. */
      exact: z.boolean(),
      /** The days that the codes last at the pace of the last 30 days. null where the pace or the count is unknown. */
      lasts_days: z.int().nullable(),
    }),
  ),
})
export type BusinessOverview = z.output<typeof businessOverview>

/** An agent beside the others. Sales and revenue are without what was given back. */
export const agentRank = z.object({
  agent: z.int(),
  name: z.string(),
  customers: z.int(),
  online: z.int(),
  /** Accounts whose figures are critical. */
  critical: z.int(),
  activations: z.int(),
  renewals: z.int(),
  left: z.int(),
  /** Renewals of all licences that were renewed or ended: 0 to 1. null for none. */
  renewal_rate: z.number().nullable(),
  sales: z.int(),
  revenue: z.int(),
  /** Codes that the agent may still take. */
  stock: z.int(),
  /** null without a ledger account. */
  balance: z.int().nullable(),
})
export type AgentRank = z.output<typeof agentRank>

const ofSaleSums = {
  total: z.int(),
  /** The prices that agents paid. */
  gross: z.int(),
  /** The codes given back, and their prices. */
  refunds: z.int(),
  refunded: z.int(),
  net: z.int(),
  /** The prices that customers paid, as far as agents noted them. */
  turnover: z.int(),
}
const agentSaleSums = z.object({ agent: z.int(), name: z.string(), ...ofSaleSums })
export type AgentSaleSums = z.output<typeof agentSaleSums>
/** The sums of all sales that a list shows. */
export const saleSums = z.object({
  ...ofSaleSums,
  /** The agents of these sales, those of the largest gross first, at most 500. */
  agents: z.array(agentSaleSums),
})
export type SaleListSums = z.output<typeof saleSums>
