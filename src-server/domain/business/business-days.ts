import { BUSINESS_AMOUNTS, type BusinessAmount, type BusinessAmounts } from '../../contract/business-names.ts'
import { dayStart, type UtcOffset } from '../calendar/wall-days.ts'

/** The sums of slots, for each of the days. */
export function sumsByDay(
  days: readonly number[],
  slots: Iterable<{ readonly at: number } & Partial<BusinessAmounts>>,
  utcOffset: UtcOffset,
): ({ readonly day: number } & BusinessAmounts)[] {
  const sums = new Map(days.map((day) => [day, noBusiness()]))
  for (const slot of slots) {
    const day = sums.get(dayStart(slot.at, utcOffset))
    if (day !== undefined) for (const name of BUSINESS_AMOUNTS) day[name] += slot[name] ?? 0
  }
  return [...sums].map(([day, amounts]) => ({ day, ...amounts }))
}

function noBusiness(): Record<BusinessAmount, number> {
  return {
    activations: 0,
    trials: 0,
    renewals: 0,
    left: 0,
    made: 0,
    allocated: 0,
    sales: 0,
    revenue: 0,
    refunds: 0,
    refunded: 0,
  }
}
