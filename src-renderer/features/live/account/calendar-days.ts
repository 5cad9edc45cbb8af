import type { DayRecord } from '../../../../src-server/contract/records/performance.ts'
import { serverDay } from '../../../i18n/server-day.ts'

/** A month of a calendar: `year` and `month` from 1. */
export interface CalendarMonth {
  readonly year: number
  readonly month: number
}

/** A cell of the month's grid. */
export interface CalendarCell {
  /** `2026-11-30`. */
  readonly date: string
  readonly number: number
  readonly record: DayRecord | undefined
}

export interface Sum {
  readonly profit: number
  /** The time-weighted return: 0.05 is 5 %. */
  readonly rate: number
  readonly days: number
}

export function recordsByDate(rows: readonly DayRecord[], utcOffset: number): Map<string, DayRecord> {
  return new Map(rows.map((row) => [serverDay(row.day, utcOffset), row]))
}

/** The weeks of a month, from Monday on. Cells of other months are undefined. */
export function weeksOf(
  { year, month }: CalendarMonth,
  records: ReadonlyMap<string, DayRecord>,
): (CalendarCell | undefined)[][] {
  const length = new Date(Date.UTC(year, month, 0)).getUTCDate()
  const before = (new Date(Date.UTC(year, month - 1, 1)).getUTCDay() + 6) % 7
  const weeks = Math.ceil((before + length) / 7)
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (__, weekday) => {
      const number = week * 7 + weekday - before + 1
      if (number < 1 || number > length) return undefined
      const date = dateOf({ year, month }, number)
      return { date, number, record: records.get(date) }
    }),
  )
}

export function dateOf({ year, month }: CalendarMonth, day: number): string {
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)
}

/** The month that many months later. */
export function monthAfter({ year, month }: CalendarMonth, by: number): CalendarMonth {
  const at = new Date(Date.UTC(year, month - 1 + by, 1))
  return { year: at.getUTCFullYear(), month: at.getUTCMonth() + 1 }
}

/** The sum of days whose dates begin so: `2026-11` or `2026`. */
export function sumOf(records: ReadonlyMap<string, DayRecord>, beginning: string): Sum {
  let [profit, index, days] = [0, 1, 0]
  for (const [date, record] of records) {
    if (!date.startsWith(beginning)) continue
    profit += record.profit
    index *= Math.max(0, 1 + (record.rate ?? 0))
    days++
  }
  return { profit, rate: index - 1, days }
}
