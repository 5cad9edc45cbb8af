import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { effectiveDrawdown, isDrawdownComputed } from './drawdown.ts'

describe('effectiveDrawdown', () => {
  it.each([
    ['said', 12.5, NaN, NaN, 12.5, false],
    ['dd with the other sign', -12.5, NaN, NaN, 12.5, false],
    ['no dd', NaN, 6500, 10_000, 35, true],
    ['dd with the other sign, and the same from equity', -35, 6500, 10_000, 35, false],
    ['dd from a higher peak', 40, 6500, 10_000, 40, false],
    ['dd below the real drawdown', 1, 6500, 10_000, 35, true],
    ['dd of 0', 0, 7100, 10_000, 29, true],
    ['dd rounded to two decimals', 1.23, 9876.54, 10_000, 1.2346, false],
    ['no dd, in profit', NaN, 11_000, 10_000, 0, true],
    ['dd, in profit', 3, 11_000, 10_000, 3, false],
    ['dd of -0', -0, NaN, NaN, 0, false],
    ['a loss of more than everything', NaN, -500, 10_000, 105, true],
    ['no values', NaN, NaN, NaN, NaN, false],
    ['no equity', NaN, NaN, 10_000, NaN, false],
    ['no balance', NaN, 100, NaN, NaN, false],
    ['a balance of 0', NaN, -100, 0, NaN, false],
    ['a balance below 0', NaN, -100, -50, NaN, false],
    ['a balance below 0, with dd', 5, -100, -50, 5, false],
    ['out of range', NaN, -1e15, 1e-10, NaN, false],
  ])('%s', (_, dd, equity, balance, drawdown, isComputed) => {
    expect(Math.round(effectiveDrawdown({ dd, equity, balance }) * 1e6) / 1e6).toBe(drawdown)
    expect(isDrawdownComputed({ dd, equity, balance })).toBe(isComputed)
  })

  it('reaches a threshold of whole percents exactly when equity and balance do', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 100 }),
        fc.integer({ min: 1, max: 1_000_000 }),
        (percent, hundredth) => {
          const balance = hundredth * 100
          expect(effectiveDrawdown({ dd: NaN, equity: balance - hundredth * percent, balance })).toBe(percent)
        },
      ),
    )
  })

  it('is the larger of dd and the one from balance and equity, and never negative', () => {
    const number = fc.oneof(fc.constant(NaN), fc.double({ min: -1e6, max: 1e6, noNaN: true }))
    fc.assert(
      fc.property(number, number, number, (dd, equity, balance) => {
        const drawdown = effectiveDrawdown({ dd, equity, balance })
        const known = [Math.abs(dd)]
        if (balance > 0 && !Number.isNaN(equity))
          known.push(Math.max(0, ((balance - equity) * 100) / balance))
        const candidates = known.filter((value) => value <= 1e15)
        if (candidates.length === 0) expect(drawdown).toBeNaN()
        else expect(drawdown).toBe(Math.max(...candidates))
      }),
    )
  })
})
