import type { BusinessAmount } from '../../contract/business-names.ts'

/** The amounts that the server counts as they happen. It derives the others from what it stores anyway. */
export const COUNTED_AMOUNTS = [
  'activations',
  'trials',
  'renewals',
  'made',
  'sales',
  'revenue',
  'refunds',
  'refunded',
] as const satisfies readonly BusinessAmount[]
export type CountedAmounts = Readonly<Record<(typeof COUNTED_AMOUNTS)[number], number>>

export const NOTHING: CountedAmounts = {
  activations: 0,
  trials: 0,
  renewals: 0,
  made: 0,
  sales: 0,
  revenue: 0,
  refunds: 0,
  refunded: 0,
}

/** The length of a slot, seconds. The day of every time zone begins with a slot. */
export const SLOT_SECONDS = 900

/** The beginning of the slot. */
export function slotOf(at: number): number {
  return at - (at % SLOT_SECONDS)
}
