import { describe, expect, it } from 'vitest'
import type { HistoryPoint } from '../../../../src-server/contract/records/device.ts'
import { continueSeries, seriesOf } from './history-series.ts'

const point = (at: number, equity: number | null, dd: number | null = 1): HistoryPoint => ({
  at,
  equity,
  equity_min: equity,
  equity_max: equity,
  balance: 100,
  dd_max: dd,
  positions: 1,
  ...{ day_profit: 5, pending_orders: 2, leverage: 100, margin_min: null, deposits: 0, withdrawals: 0 },
})

describe('seriesOf', () => {
  it('draws drawdown below zero and keeps unknown values as gaps', () => {
    expect(seriesOf([point(10, 90, 10), point(20, null, null), point(30, 100, 0)])).toMatchObject({
      at: [10, 20, 30],
      equity: [90, null, 100],
      drawdown: [-10, null, 0],
      balance: [100, 100, 100],
    })
  })

  it("keeps the day's profit, pending orders and leverage of each point", () => {
    const series = seriesOf([point(10, 1), { ...point(20, 2), day_profit: null }])
    expect(series).toMatchObject({ dayProfit: [5, null], pendingOrders: [2, 2], leverage: [100, 100] })
    const more = { currency: '', program_version: '', magic: '', account_name: '' }
    continueSeries(
      series,
      {
        ...{ at: 60, equity: 3, balance: 100, drawdown: 0 },
        more: { ...more, day_profit: -1, pending_orders: 0, leverage: null },
      },
      5,
    )
    expect(series).toMatchObject({
      dayProfit: [5, null, -1],
      pendingOrders: [2, 2, 0],
      leverage: [100, 100, null],
    })
  })

  it('breaks the line where the account was silent', () => {
    const series = seriesOf([point(0, 1), point(10, 2), point(20, 3), point(400, 4)])
    expect(series.at).toEqual([0, 10, 20, 21, 400])
    expect(series.equity).toEqual([1, 2, 3, null, 4])
  })

  it('is empty without points', () => {
    expect(seriesOf([]).at).toEqual([])
  })
})

describe('continueSeries', () => {
  const pulse = (at: number, equity: number | null) => ({
    ...{ at, equity, balance: 100, drawdown: 2, more: null },
  })

  it('adds a point after a step', () => {
    const series = seriesOf([point(0, 1), point(60, 2)])
    expect(continueSeries(series, pulse(125, 3), 60)).toBe(true)
    expect(series.at).toEqual([0, 60, 125])
    expect(series.drawdown.at(-1)).toBe(-2)
  })

  it('moves the last point within a step', () => {
    const series = seriesOf([point(0, 1), point(60, 2)])
    continueSeries(series, pulse(65, 3), 60)
    continueSeries(series, pulse(70, 4), 60)
    continueSeries(series, pulse(75, 5), 60)
    expect(series.at).toEqual([0, 60, 75])
    expect(series.equity).toEqual([1, 2, 5])
  })

  it('draws neither an old pulse nor one without equity', () => {
    const series = seriesOf([point(0, 1), point(60, 2)])
    expect(continueSeries(series, pulse(60, 9), 60)).toBe(false)
    expect(continueSeries(series, pulse(70, null), 60)).toBe(false)
    expect(series.at).toEqual([0, 60])
  })
})

it('keeps the money that moved in the step that a pulse continues', () => {
  const series = seriesOf([point(10, 100), { ...point(20, 600), deposits: 500 }])
  continueSeries(series, { at: 22, equity: 601, balance: 100, drawdown: 0, more: null }, 60)
  expect(series.at).toEqual([10, 22])
  expect(series.deposits).toEqual([0, 500])
})
