import { PERFORMANCE_PERIODS, type PerformancePeriod } from '../../contract/performance-names.ts'

const DAY = 86_400
/** The days of a period with today. */
const LENGTHS = {
  day: 1,
  week: 7,
  month: 30,
  quarter: 90,
  year: 365,
  all: Infinity,
} satisfies Record<PerformancePeriod, number>

/** The beginning of the day by the server's wall clock, Unix seconds. @param utcOffset minutes at a time */
export function dayStart(at: number, utcOffset: (at: number) => number): number {
  const midnight = (offset: number): number => at - ((((at + offset * 60) % DAY) + DAY) % DAY)
  // The clock may have changed since midnight.
  return midnight(utcOffset(midnight(utcOffset(at))))
}

/** The beginning of the first day of each period that ends now. */
export function periodStarts(
  now: number,
  utcOffset: (at: number) => number,
): Record<PerformancePeriod, number> {
  const today = dayStart(now, utcOffset)
  // Half a day more, because a day may have 23 hours.
  const start = (days: number) =>
    days === Infinity ? 0 : dayStart(today - (days - 1) * DAY + DAY / 2, utcOffset)
  const starts = PERFORMANCE_PERIODS.map((period) => [period, start(LENGTHS[period])] as const)
  return Object.fromEntries(starts) as Record<PerformancePeriod, number>
}
