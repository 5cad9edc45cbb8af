import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LatestPulse } from '../../latest-pulse.ts'
import { chooseTier, mergeSteps, MinuteSteps, stepOf, type Step } from './roll-up.ts'
import { NO_MORE_FIGURES } from '../../../../tests/support/no-more-figures.ts'

const MINUTE = 1_700_000_040
const DAY = 86_400

function pulse(at: number, change: Partial<LatestPulse> = {}): LatestPulse {
  return {
    deviceId: 1,
    at,
    equity: NaN,
    balance: NaN,
    dd: NaN,
    positions: NaN,
    buyPos: NaN,
    sellPos: NaN,
    floatPnl: NaN,
    marginLevel: NaN,
    interval: 0,
    symbol: '',
    ip: '',
    ...NO_MORE_FIGURES,
    ...change,
  }
}

const empty: Step = {
  deviceId: 1,
  at: MINUTE,
  equityMin: null,
  equityMax: null,
  equity: null,
  balance: null,
  ddMax: null,
  positions: null,
  leverage: null,
  dayProfit: null,
  pendingOrders: null,
  marginMin: null,
  deposits: 0,
  withdrawals: 0,
}

describe('MinuteSteps', () => {
  it('returns a minute when the next one begins', () => {
    const minutes = new MinuteSteps()
    expect(minutes.add(stepOf(pulse(MINUTE, { equity: 100, dd: 1, positions: 2 }), 0))).toBeUndefined()
    expect(minutes.add(stepOf(pulse(MINUTE + 30, { equity: 80, dd: 20, balance: 100 }), 0))).toBeUndefined()
    expect(minutes.add(stepOf(pulse(MINUTE + 59, { equity: 90, positions: 0 }), 0))).toBeUndefined()
    expect(minutes.add(stepOf(pulse(MINUTE + 60, { equity: 91 }), 0))).toEqual({
      ...empty,
      at: MINUTE,
      equityMin: 80,
      equityMax: 100,
      equity: 90,
      balance: 100,
      ddMax: 20,
      positions: 0,
    })
    expect(minutes.running(1)).toMatchObject({ at: MINUTE + 60, equity: 91 })
  })

  it('keeps the lowest margin level, and takes 0 as no margin in use', () => {
    const minutes = new MinuteSteps()
    for (const marginLevel of [300, 120, 0, 180]) minutes.add(stepOf(pulse(MINUTE, { marginLevel }), 0))
    expect(minutes.running(1)).toMatchObject({ marginMin: 120 })
    minutes.add(stepOf(pulse(MINUTE, { deviceId: 2, marginLevel: 0 }), 0))
    expect(minutes.running(2)).toMatchObject({ marginMin: null })
  })

  it('keeps accounts apart', () => {
    const minutes = new MinuteSteps()
    minutes.add(stepOf(pulse(MINUTE, { equity: 1 }), 0))
    minutes.add(stepOf(pulse(MINUTE + 60, { deviceId: 2, equity: 2 }), 0))
    expect(minutes.running(1)).toMatchObject({ equity: 1 })
    expect(minutes.takeEnded(MINUTE + 60)).toMatchObject([{ deviceId: 1 }])
    expect(minutes.running(1)).toBeUndefined()
    expect(minutes.takeAll()).toMatchObject([{ deviceId: 2 }])
  })

  it('a minute without reported values has no values', () => {
    const minutes = new MinuteSteps()
    minutes.add(stepOf(pulse(MINUTE), 0))
    expect(minutes.takeAll()).toEqual([empty])
  })

  it('returns a running minute at its end, not before', () => {
    const minutes = new MinuteSteps()
    minutes.add(stepOf(pulse(MINUTE + 10), 0))
    expect(minutes.takeEnded(MINUTE + 59)).toEqual([])
    expect(minutes.takeEnded(MINUTE + 60)).toHaveLength(1)
  })
})

describe('mergeSteps', () => {
  it('takes a value that one step lacks from the other', () => {
    const known = {
      ...empty,
      equityMin: 1,
      equityMax: 3,
      equity: 2,
      balance: 5,
      ddMax: 4,
      positions: 1,
      marginMin: 6,
    }
    expect(mergeSteps(empty, known)).toEqual(known)
    expect(mergeSteps(known, empty)).toEqual(known)
  })

  it('bounds all readings, in whatever order the steps are merged', () => {
    const readings = fc.array(fc.option(fc.integer({ min: -1000, max: 1000 }), { nil: NaN }), {
      minLength: 1,
      maxLength: 20,
    })
    fc.assert(
      fc.property(readings, fc.nat(19), (values, cut) => {
        const steps = (part: number[]) => {
          const minutes = new MinuteSteps()
          for (const equity of part) minutes.add(stepOf(pulse(MINUTE, { equity }), 0))
          return minutes.takeAll()
        }
        const parts = [...steps(values.slice(0, cut)), ...steps(values.slice(cut))]
        const merged = parts.reduce((a, b) => mergeSteps(a, b))
        const known = values.filter((value) => !Number.isNaN(value))
        expect(merged.equityMin).toBe(known.length === 0 ? null : Math.min(...known))
        expect(merged.equityMax).toBe(known.length === 0 ? null : Math.max(...known))
        expect(merged.equity).toBe(known.at(-1) ?? null)
      }),
    )
  })
})

describe('chooseTier', () => {
  it.each([
    [3600, 500, 3600, 60],
    [3600, 60, 3600, 60],
    [3600, 59, 3600, 600],
    [DAY, 500, DAY, 600],
    [DAY, 2000, DAY, 60],
    [3600, 500, 3 * DAY, 600],
    [3600, 500, 22 * DAY, 3600],
    [3600, 500, 181 * DAY, 86_400],
    [3600, 500, 4000 * DAY, 86_400],
    [3000 * DAY, 10, 3000 * DAY, 86_400],
  ])('a span of %d s in %d points from %d s ago: steps of %d s', (span, points, age, tier) => {
    expect(chooseTier(span, points, age)).toBe(tier)
  })
})
