import { cents, dayResult, type DayFigures, type DayResult } from './day-result.ts'
import { deepestFall, type CurveDay, type Fall } from './deepest-fall.ts'
import { grown } from './rate.ts'

type DayOf = Pick<DayResult, 'day' | 'profit' | 'rate'>

/** The figures of a trading account over a period. Money in the account's currency, times are Unix seconds. */
export interface Statistics {
  /** The number of days with data, and the first and the last of them. null without data. */
  readonly days: number
  readonly first: number | null
  readonly last: number | null
  readonly profit: number
  readonly realised: number
  readonly floating: number
  readonly deposits: number
  readonly withdrawals: number
  /** The time-weighted return: 0.05 is 5 %. */
  readonly rate: number
  /** The deepest fall of equity without the money that moved. null: it never fell. */
  readonly drawdown: Fall | null
  /** The deepest fall of the time-weighted curve, as a part of its peak. */
  readonly drawdownRate: number
  /** The profit as a multiple of the deepest fall. null without a fall. */
  readonly recovery: number | null
  readonly best: DayOf | null
  readonly worst: DayOf | null
  readonly winning: number
  readonly losing: number
  /** The largest drawdown that the program reported, percent. */
  readonly reported: number | null
}

/** @param days of one account, the oldest first */
export function statisticsOf(days: readonly DayFigures[]): Statistics {
  const results = days.map(dayResult)
  const profit = sumOf(results, 'profit')
  const realised = sumOf(results, 'realised')
  const { money, rates, rate } = curvesOf(days, results)
  const drawdown = deepestFall(money, 0, (peak, value) => cents(peak - value)) ?? null
  const traded = results.filter((result) => result.profit !== 0)
  return {
    days: days.length,
    first: days[0]?.day ?? null,
    last: days.at(-1)?.day ?? null,
    profit,
    realised,
    floating: cents(profit - realised),
    deposits: sumOf(results, 'deposits'),
    withdrawals: sumOf(results, 'withdrawals'),
    rate,
    drawdown,
    drawdownRate: deepestFall(rates, 1, (peak, value) => (peak > 0 ? 1 - value / peak : 0))?.size ?? 0,
    recovery: drawdown === null ? null : profit / drawdown.size,
    best: extreme(traded, (one, other) => one.profit > other.profit),
    worst: extreme(traded, (one, other) => one.profit < other.profit),
    winning: traded.filter((result) => result.profit > 0).length,
    losing: traded.filter((result) => result.profit < 0).length,
    reported: days.reduce<number | null>(
      (most, { ddMax }) => (ddMax === null ? most : Math.max(most ?? 0, ddMax)),
      null,
    ),
  }
}

function sumOf(
  results: readonly DayResult[],
  name: 'profit' | 'realised' | 'deposits' | 'withdrawals',
): number {
  return cents(results.reduce((sum, result) => sum + result[name], 0))
}

/** A day without profit and loss, such as one of a weekend, is neither the best nor the worst. */
function extreme(
  traded: readonly DayResult[],
  isBetter: (one: DayResult, other: DayResult) => boolean,
): DayOf | null {
  const [first, ...rest] = traded
  if (first === undefined) return null
  const { day, profit, rate } = rest.reduce((best, one) => (isBetter(one, best) ? one : best), first)
  return { day, profit, rate }
}

/**
 * Equity without the money that moved, from 0 on, and the time-weighted curve from 1 on. A day on which money moved has no
 * known extremes without it: its ends stand for them.
 */
function curvesOf(
  days: readonly DayFigures[],
  results: readonly DayResult[],
): { readonly money: CurveDay[]; readonly rates: CurveDay[]; readonly rate: number } {
  const money: CurveDay[] = []
  const rates: CurveDay[] = []
  let earned = 0
  let index = 1
  results.forEach(({ day: at, profit, deposits, withdrawals }, place) => {
    const figures = days[place]
    if (figures === undefined) return
    const { equityFirst: before, equityMin, equityMax } = figures
    const [worst, best] =
      deposits === 0 && withdrawals === 0
        ? [Math.min(0, profit, equityMin - before), Math.max(0, profit, equityMax - before)]
        : [Math.min(0, profit), Math.max(0, profit)]
    money.push({ at, low: earned + worst, high: earned + best, close: cents(earned + profit) })
    const after = (gain: number) => grown(index, gain, before + deposits)
    rates.push({ at, low: after(worst), high: after(best), close: after(profit) })
    earned = cents(earned + profit)
    index = after(profit)
  })
  return { money, rates, rate: index - 1 }
}
