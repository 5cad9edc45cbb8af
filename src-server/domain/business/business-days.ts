import { BUSINESS_AMOUNTS, type BusinessAmount, type BusinessAmounts } from '../../contract/business-names.ts'
import { wallDay } from '../rules/quiet.ts'

const DAY = 86_400

/** @param at Unix seconds @returns minutes the server's wall clock is ahead of UTC */
type UtcOffset = (at: number) => number

/** The beginning of the day by the server's wall clock. The offset at the beginning decides on a day with a clock change. */
export function dayStart(at: number, utcOffset: UtcOffset): number {
  const midnight = wallDay(at, utcOffset(at)) * DAY
  return midnight - utcOffset(midnight - utcOffset(at) * 60) * 60
}

/** The day's beginning and those of the days after it, up to but not including `to`. */
export function daysBetween(from: number, to: number, utcOffset: UtcOffset): number[] {
  const days: number[] = []
  // A day has 23 to 25 hours, so half a day into the next one is in it.
  for (let day = dayStart(from, utcOffset); day < to; day = dayStart(day + DAY * 1.5, utcOffset))
    days.push(day)
  return days
}

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
