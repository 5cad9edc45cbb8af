import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PulseFigures } from '../latest-pulse.ts'
import { pointOf, RowList, Steps, STEP_WIDTH, writeMinute } from './step-rows.ts'

const MINUTE = 1_700_000_040

function row(at: number, change: Partial<PulseFigures> = {}, moved = 0): Float64Array {
  const none = {
    equity: NaN,
    balance: NaN,
    dd: NaN,
    positions: NaN,
    buyPos: NaN,
    sellPos: NaN,
    floatPnl: NaN,
  }
  const more = { marginLevel: NaN, leverage: NaN, dayProfit: NaN, pendingOrders: NaN }
  const to = new Float64Array(STEP_WIDTH)
  writeMinute(to, { deviceId: 1, at, interval: 0, symbol: '', ip: '', ...none, ...more, ...change }, moved)
  return to
}

function stepsOf(...rows: Float64Array[]): Steps {
  const steps = new Steps()
  for (const one of rows) steps.add(one, 0)
  return steps
}

const pointsOf = ({ rows }: Steps) =>
  Array.from({ length: rows.count }, (_, index) => pointOf(rows.numbers, index * STEP_WIDTH))

describe('Steps', () => {
  it('has one row a minute with its bounds, its last values and its sums', () => {
    const steps = stepsOf(
      row(MINUTE, { equity: 100, dd: 1, positions: 2 }),
      row(MINUTE + 30, { equity: 80, dd: 20, balance: 100 }, 50),
      row(MINUTE + 59, { equity: 90, positions: 0 }, -20),
      row(MINUTE + 60, { equity: 91 }),
    )
    expect(pointsOf(steps)).toMatchObject([
      {
        at: MINUTE,
        equityMin: 80,
        equityMax: 100,
        equity: 90,
        balance: 100,
        ddMax: 20,
        positions: 0,
        deposits: 50,
        withdrawals: 20,
      },
      { at: MINUTE + 60, equity: 91, deposits: 0 },
    ])
  })

  it('keeps the lowest margin level, and takes 0 as no margin in use', () => {
    const levels = [300, 120, 0, 180].map((marginLevel) => row(MINUTE, { marginLevel }))
    expect(pointsOf(stepsOf(...levels))).toMatchObject([{ marginMin: 120 }])
    expect(pointsOf(stepsOf(row(MINUTE, { marginLevel: 0 })))).toMatchObject([{ marginMin: null }])
  })

  it('has no values without reported ones', () => {
    expect(pointsOf(stepsOf(row(MINUTE)))).toEqual([
      {
        at: MINUTE,
        ...{ equityMin: null, equityMax: null, equity: null, balance: null, ddMax: null, positions: null },
        ...{
          leverage: null,
          dayProfit: null,
          pendingOrders: null,
          marginMin: null,
          deposits: 0,
          withdrawals: 0,
        },
      },
    ])
  })

  it('bounds all readings, in whatever order the minutes come, and in longer steps too', () => {
    const reading = fc.record({
      minute: fc.nat(30),
      equity: fc.option(fc.integer({ min: -1000, max: 1000 }), { nil: NaN }),
    })
    fc.assert(
      fc.property(fc.array(reading, { minLength: 1, maxLength: 40 }), (readings) => {
        const steps = stepsOf(...readings.map(({ minute, equity }) => row(MINUTE + minute * 60, { equity })))
        for (const seconds of [60, 600, 3600]) {
          const expected = Map.groupBy(readings, ({ minute }) => {
            const at = MINUTE + minute * 60
            return at - (at % seconds)
          })
          const points = pointsOf(seconds === 60 ? steps : steps.in(seconds))
          expect(points.map(({ at }) => at)).toEqual([...expected.keys()].sort((a, b) => a - b))
          for (const { at, equityMin, equityMax } of points) {
            const known = expected
              .get(at)!
              .map(({ equity }) => equity)
              .filter((equity) => !Number.isNaN(equity))
            expect(equityMin).toBe(known.length === 0 ? null : Math.min(...known))
            expect(equityMax).toBe(known.length === 0 ? null : Math.max(...known))
          }
        }
      }),
    )
  })
})

it('a list of rows grows, and is empty after it was cleared', () => {
  const list = new RowList(2, 0)
  for (let value = 0; value < 100; value++) list.add(Float64Array.of(value, -value), 0)
  expect([list.count, list.numbers[198], list.numbers[199]]).toEqual([100, 99, -99])
  list.clear()
  list.add(Float64Array.of(7, 8), 0)
  expect([list.count, list.numbers[0], list.numbers[1]]).toEqual([1, 7, 8])
})
