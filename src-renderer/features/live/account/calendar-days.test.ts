import { describe, expect, it } from 'vitest'
import type { DayRecord } from '../../../../src-server/contract/records/performance.ts'
import { monthAfter, recordsByDate, sumOf, weeksOf } from './calendar-days.ts'

const DAY = 86_400
const record = (day: number, profit: number, rate: number | null): DayRecord => ({
  ...{ day, profit, rate, realised: profit, floating: 0 },
  ...{ equity: 1000, balance: 1000, deposits: 0, withdrawals: 0 },
})

describe('a calendar of days', () => {
  it('puts a day at its date of the server’s clock, also where that clock changed by an hour', () => {
    const midnight = Date.UTC(2026, 10, 29, 16) / 1000
    // The zone was an hour ahead when the first day began.
    const rows = [record(midnight - 3600, 1, 0), record(midnight + DAY, 2, 0)]
    expect([...recordsByDate(rows, 8 * 60).keys()]).toEqual(['2026-11-30', '2026-12-01'])
  })

  it('has the weeks of a month from Monday to Sunday', () => {
    const weeks = weeksOf({ year: 2026, month: 11 }, new Map())
    expect(weeks).toHaveLength(6)
    expect(weeks[0]?.map((cell) => cell?.number)).toEqual([...Array<undefined>(6), 1])
    expect(weeks[5]?.map((cell) => cell?.date)).toEqual(['2026-11-30', ...Array<undefined>(6)])
  })

  it('goes over the ends of years', () => {
    expect(monthAfter({ year: 2026, month: 12 }, 1)).toEqual({ year: 2027, month: 1 })
    expect(monthAfter({ year: 2026, month: 1 }, -1)).toEqual({ year: 2025, month: 12 })
  })

  it('adds profits and multiplies returns', () => {
    const day = Date.UTC(2026, 10, 2) / 1000
    const records = recordsByDate(
      [record(day, 10, 0.1), record(day + DAY, 20, null), record(day + 40 * DAY, 5, 0.1)],
      0,
    )
    const month = sumOf(records, '2026-11')
    expect([month.profit, month.days]).toEqual([30, 2])
    expect(month.rate).toBeCloseTo(0.1, 9)
    expect(sumOf(records, '2026').rate).toBeCloseTo(0.21, 9)
  })
})
