import { PERFORMANCE_PERIODS, type PerformancePeriod } from '../../contract/performance-names.ts'
import { dayStart, type UtcOffset } from '../calendar/wall-days.ts'

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

/** The beginning of the first day of each period that ends now. */
export function periodStarts(now: number, utcOffset: UtcOffset): Record<PerformancePeriod, number> {
  const today = dayStart(now, utcOffset)
  // Half a day more, because a day may have 23 hours.
  const start = (days: number) =>
    days === Infinity ? 0 : dayStart(today - (days - 1) * DAY + DAY / 2, utcOffset)
  const starts = PERFORMANCE_PERIODS.map((period) => [period, start(LENGTHS[period])] as const)
  return Object.fromEntries(starts) as Record<PerformancePeriod, number>
}
