import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { moneyMoved, type MoneyFigures } from './money-moved.ts'

const AT = 1_700_000_000

function figures(change: Partial<MoneyFigures> = {}): MoneyFigures {
  const { balance = 1000, floatPnl = 0 } = change
  return {
    at: AT,
    equity: balance + (Number.isNaN(floatPnl) ? 0 : floatPnl),
    balance,
    positions: 2,
    buyPos: NaN,
    sellPos: NaN,
    floatPnl,
    dayProfit: NaN,
    ...change,
  }
}

describe('moneyMoved', () => {
  it.each<[string, Partial<MoneyFigures>, Partial<MoneyFigures>, number]>([
    ['nothing changes', {}, {}, 0],
    ['the market moves', { floatPnl: 5 }, { floatPnl: -80 }, 0],
    ['a deposit', {}, { balance: 1500 }, 500],
    ['a withdrawal', {}, { balance: 400 }, -600],
    ['a deposit while the market moves a little', { floatPnl: 5 }, { balance: 1500, floatPnl: -15 }, 500],
    ['a trade closes', { floatPnl: 50 }, { balance: 1050, floatPnl: 0, positions: 1 }, 0],
    ['a trade closes in part', { floatPnl: 50 }, { balance: 1025, floatPnl: 25 }, 0],
    ['one trade closes and another one opens', { floatPnl: 50 }, { balance: 1050, floatPnl: -1 }, 0],
    ['a commission is charged at an opening', {}, { balance: 993, positions: 3 }, 0],
    ['the balance is unknown', { balance: NaN }, { balance: 1500 }, 0],
    ['the balance becomes unknown', {}, { balance: NaN }, 0],
    ['an amount below a hundredth', {}, { balance: 1000.004 }, 0],
    [
      'both counts of sides stay',
      { positions: NaN, buyPos: 1, sellPos: 1 },
      { balance: 1200, positions: NaN, buyPos: 1, sellPos: 1 },
      200,
    ],
    ['the counts of positions are unknown', { positions: NaN }, { positions: NaN, balance: 1200 }, 0],
    [
      'the floating profit follows from the equity',
      { floatPnl: NaN, equity: 990 },
      { floatPnl: NaN, balance: 1500, equity: 1492 },
      500,
    ],
    [
      'the floating profit is unknown',
      { floatPnl: NaN, equity: NaN },
      { floatPnl: NaN, equity: NaN, balance: 1500 },
      0,
    ],
    [
      'the day’s profit explains the change',
      { positions: 0, dayProfit: 10 },
      { positions: 0, dayProfit: 70, balance: 1060 },
      0,
    ],
    ['the day’s profit doesn’t explain it', { dayProfit: 10 }, { dayProfit: 10, balance: 1500 }, 500],
    [
      'a deposit and a trade that closes',
      { floatPnl: 50, dayProfit: 10 },
      { floatPnl: 0, dayProfit: 60, balance: 1550, positions: 1 },
      500,
    ],
    [
      'another program’s trade closes',
      { floatPnl: 50, dayProfit: 10 },
      { floatPnl: 0, dayProfit: 10, balance: 1050, positions: 1 },
      0,
    ],
    [
      'the program’s day begins, and a trade has closed',
      { positions: 0, dayProfit: 70 },
      { positions: 0, dayProfit: 5, balance: 1005 },
      0,
    ],
    ['the program’s day begins, with a deposit', { dayProfit: 70 }, { dayProfit: 0, balance: 1200 }, 200],
    [
      'a deposit in two days of silence',
      { dayProfit: 70 },
      { at: AT + 2 * 86_400, dayProfit: 20, balance: 1220 },
      200,
    ],
    ['the day’s profit comes for the first time', {}, { dayProfit: 20, balance: 1200 }, 200],
  ])('%s', (_, before, after, moved) => {
    expect(moneyMoved(figures(before), figures(after))).toBe(moved)
  })

  const cents = (most: number) => fc.integer({ min: -most, max: most }).map((amount) => amount / 100)

  it('finds each payment, and none in a trade that closes', () => {
    fc.assert(
      fc.property(
        cents(1e7),
        cents(1e5),
        fc.integer({ min: 1, max: 1e7 }),
        fc.boolean(),
        (balance, floatPnl, amount, isIn) => {
          const before = figures({ balance, floatPnl })
          const paid = isIn ? amount : -amount
          const around = (moved: number) => {
            expect(moved).toBeCloseTo(paid, 5)
          }
          around(moneyMoved(before, figures({ balance: balance + paid, floatPnl })))
          expect(moneyMoved(before, figures({ balance: balance + paid, floatPnl: floatPnl - paid }))).toBe(0)
        },
      ),
    )
  })

  it('is the same with the sign turned', () => {
    fc.assert(
      fc.property(cents(1e6), cents(1e6), cents(1e6), (change, floatBefore, floatAfter) => {
        const one = moneyMoved(
          figures({ balance: 0, floatPnl: floatBefore }),
          figures({ balance: change, floatPnl: floatAfter }),
        )
        const other = moneyMoved(
          figures({ balance: 0, floatPnl: -floatBefore }),
          figures({ balance: -change, floatPnl: -floatAfter }),
        )
        expect(one + other).toBe(0)
      }),
    )
  })
})
