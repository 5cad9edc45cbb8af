import type { DayFigures } from './day-result.ts'
import { statisticsOf, type Statistics } from './statistics.ts'

/** The figures of a calendar month by the server's wall clock: `month` is `2026-11`. */
export interface MonthFigures extends Pick<
  Statistics,
  'days' | 'profit' | 'rate' | 'deposits' | 'withdrawals' | 'drawdownRate' | 'winning' | 'losing'
> {
  readonly month: string
}

/** The months of days, the oldest first. @param utcOffset minutes at a time */
export function monthsOf(days: readonly DayFigures[], utcOffset: (at: number) => number): MonthFigures[] {
  const byMonth = Map.groupBy(days, ({ day }) => wallMonth(day, utcOffset(day)))
  return [...byMonth].map(([month, own]) => {
    const figures = statisticsOf(own)
    const { days: count, profit, rate, deposits, withdrawals, drawdownRate, winning, losing } = figures
    return { month, days: count, profit, rate, deposits, withdrawals, drawdownRate, winning, losing }
  })
}

function wallMonth(at: number, utcOffset: number): string {
  return new Date((at + utcOffset * 60) * 1000).toISOString().slice(0, 7)
}
