import { rateOf } from './rate.ts'

/** A day of a trading account. Times are Unix seconds. */
export interface DayFigures {
  /** The beginning of the day. */
  readonly day: number
  /** The last known values before the day, else the first of the day. */
  readonly equityFirst: number
  readonly balanceFirst: number
  readonly equity: number
  readonly balance: number
  readonly equityMin: number
  readonly equityMax: number
  /** The largest drawdown that the program reported, percent. */
  readonly ddMax: number | null
  readonly deposits: number
  readonly withdrawals: number
}

/** A day as the program reported it: null where it sent no value. */
export type ReportedDay = {
  readonly [F in keyof DayFigures]: F extends 'day' | 'deposits' | 'withdrawals'
    ? DayFigures[F]
    : DayFigures[F] | null
}

/** The days whose equity is known. Without a balance the whole profit counts as realised. */
export function knownDays(days: readonly ReportedDay[]): DayFigures[] {
  return days.flatMap((reported) => {
    const { equity, equityFirst, balance, balanceFirst, equityMin, equityMax } = reported
    if (equity === null) return []
    const before = equityFirst ?? equity
    const hasBalance = balance !== null && balanceFirst !== null
    return [
      {
        ...reported,
        equity,
        equityFirst: before,
        balance: hasBalance ? balance : equity,
        balanceFirst: hasBalance ? balanceFirst : before,
        equityMin: equityMin ?? equity,
        equityMax: equityMax ?? equity,
      },
    ]
  })
}

/** The result of a day. Money in the account's currency. */
export interface DayResult {
  readonly day: number
  readonly profit: number
  readonly realised: number
  readonly floating: number
  /** The profit as a part of the capital: 0.05 is 5 %. null without capital. */
  readonly rate: number | null
  readonly equity: number
  readonly balance: number
  readonly deposits: number
  readonly withdrawals: number
}

/** The profit without the money that moved: equity at the end, less equity before and deposits, plus withdrawals. */
export function dayResult(figures: DayFigures): DayResult {
  const { day, equity, equityFirst, balance, balanceFirst, deposits, withdrawals } = figures
  const moved = deposits - withdrawals
  const profit = cents(equity - equityFirst - moved)
  const realised = cents(balance - balanceFirst - moved)
  return {
    day,
    profit,
    realised,
    floating: cents(profit - realised),
    rate: rateOf(profit, equityFirst + deposits),
    equity,
    balance,
    deposits,
    withdrawals,
  }
}

/** Money without the noise of binary fractions: sums of many days stay readable. */
export function cents(money: number): number {
  return Math.round(money * 1e6) / 1e6 || 0
}
