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
