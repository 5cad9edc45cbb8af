import { describe, expect, it } from 'vitest'
import { berlin } from '../../../tests/support/berlin.ts'
import type { DayFigures } from './day-result.ts'
import { monthsOf } from './months.ts'
import { periodStarts } from './periods.ts'
import { returnCurve } from './return-curve.ts'
import { statisticsOf } from './statistics.ts'

const DAY = 86_400
const START = Date.UTC(2026, 10, 2) / 1000

/** A day that begins where the one before ended. */
function daysOf(first: number, ...ends: readonly (number | Partial<DayFigures>)[]): DayFigures[] {
  let before = first
  return ends.map((end, place) => {
    const given = typeof end === 'number' ? { equity: end } : end
    const equity = given.equity ?? before
    const made: DayFigures = {
      day: START + place * DAY,
      equityFirst: before,
      balanceFirst: before,
      equity,
      balance: equity,
      equityMin: Math.min(before, equity),
      equityMax: Math.max(before, equity),
      ddMax: null,
      deposits: 0,
      withdrawals: 0,
      ...given,
    }
    before = equity
    return made
  })
}
const day = (place: number) => START + place * DAY

describe('the figures of a period', () => {
  it('multiply the returns of days, so that a deposit is no profit', () => {
    // 1,000 grows by 10 %, then 8,900 come in, and 10,000 grow by 10 %.
    const figures = statisticsOf(daysOf(1000, 1100, { equity: 11_000, deposits: 8900 }))
    expect(figures).toMatchObject({ profit: 1100, deposits: 8900, withdrawals: 0, days: 2 })
    expect(figures.rate).toBeCloseTo(0.21, 12)
  })

  it('count a withdrawal as no loss', () => {
    const figures = statisticsOf(daysOf(1000, { equity: 500, withdrawals: 500 }, 550))
    expect(figures).toMatchObject({ profit: 50, withdrawals: 500, drawdown: null, drawdownRate: 0 })
    expect(figures.rate).toBeCloseTo(0.1, 12)
  })

  it('split the profit into the realised and the floating part', () => {
    const figures = statisticsOf(daysOf(1000, { equity: 1300, balance: 1100 }))
    expect(figures).toMatchObject({ profit: 300, realised: 100, floating: 200 })
  })

  it('find the deepest fall with its dates, and the day that reached the peak again', () => {
    const figures = statisticsOf(daysOf(1000, 1200, 1100, 900, 1100, 1200, 1150))
    expect(figures.drawdown).toEqual({ size: 300, peakAt: day(0), troughAt: day(2), recoveredAt: day(4) })
    expect(figures.drawdownRate).toBeCloseTo(0.25, 12)
    expect(figures.recovery).toBeCloseTo(0.5, 12)
  })

  it('know no recovery of a fall that lasts', () => {
    const figures = statisticsOf(daysOf(1000, 1200, 900, 1199))
    expect(figures.drawdown).toEqual({ size: 300, peakAt: day(0), troughAt: day(1), recoveredAt: null })
  })

  it('see a fall within a day, from the peak of the days before', () => {
    const figures = statisticsOf(daysOf(1000, 1200, { equity: 1250, equityMin: 700, equityMax: 1300 }))
    expect(figures.drawdown).toEqual({ size: 500, peakAt: day(0), troughAt: day(1), recoveredAt: day(1) })
  })

  it('see no fall in a withdrawal below the old peak', () => {
    const figures = statisticsOf(
      daysOf(1000, 1200, { equity: 210, equityMin: 200, withdrawals: 1000 }, { equity: 205 }),
    )
    expect(figures.drawdown).toEqual({ size: 5, peakAt: day(1), troughAt: day(2), recoveredAt: null })
  })

  it('name the best and the worst day, and leave out days without a result', () => {
    const figures = statisticsOf(daysOf(1000, 1010, 1010, 1030, 990))
    expect(figures).toMatchObject({
      best: { day: day(2), profit: 20 },
      worst: { day: day(3), profit: -40 },
      winning: 2,
      losing: 1,
      days: 4,
    })
  })

  it('end at nothing after a loss of more than the capital', () => {
    expect(statisticsOf(daysOf(100, -50, { equity: 1000, deposits: 1050 })).rate).toBe(-1)
  })

  it('are empty without days', () => {
    expect(statisticsOf([])).toMatchObject({ days: 0, first: null, rate: 0, drawdown: null, best: null })
  })
})

describe('periods', () => {
  it('begin with a day of the wall clock, today included', () => {
    const now = Date.UTC(2026, 10, 30, 20) / 1000
    const starts = periodStarts(now, () => 8 * 60)
    // 04:00 on December 1 in China.
    expect(starts).toMatchObject({
      day: Date.UTC(2026, 10, 30, 16) / 1000,
      week: Date.UTC(2026, 10, 24, 16) / 1000,
      all: 0,
    })
  })

  it('begin at midnight also beyond a change of the clock', () => {
    const starts = periodStarts(Date.UTC(2026, 9, 27, 12) / 1000, berlin)
    expect(starts.week).toBe(Date.UTC(2026, 9, 20, 22) / 1000)
    expect(starts.day).toBe(Date.UTC(2026, 9, 26, 23) / 1000)
    // 23:30 on the day of 25 hours.
    expect(periodStarts(Date.UTC(2026, 9, 25, 22, 30) / 1000, berlin).day).toBe(
      Date.UTC(2026, 9, 24, 22) / 1000,
    )
  })
})

describe('months', () => {
  it('are those of the wall clock', () => {
    const lastOfOctober = Date.UTC(2026, 9, 31, 16) / 1000
    const days = daysOf(1000, 1100, 1210).map((one, place) => ({
      ...one,
      day: lastOfOctober - DAY + place * DAY,
    }))
    const months = monthsOf(days, () => 8 * 60)
    expect(months.map(({ month, profit }) => [month, profit])).toEqual([
      ['2026-10', 100],
      ['2026-11', 110],
    ])
  })
})

describe('the curve of returns', () => {
  it('begins at 0 and steps over unknown values and moved money', () => {
    const step = (at: number, equity: number | null, deposits = 0) => ({
      at,
      equity,
      deposits,
      withdrawals: 0,
    })
    const curve = returnCurve([step(1, 1000), step(2, null), step(3, 1100), step(4, 2200, 1100)])
    expect(curve.at).toEqual([1, 3, 4])
    expect(curve.rate.map((rate) => Math.round(rate * 1e9) / 1e9)).toEqual([0, 0.1, 0.1])
  })
})
