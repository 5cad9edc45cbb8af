import type { LiveRow } from './live-row.ts'

/** Money of the accounts with one currency. Sums of different currencies are never added. */
export interface CurrencySums {
  /** Empty: the programs report none. */
  readonly currency: string
  /** Accounts of demo applications, whose money is nobody's. */
  readonly isDemo: boolean
  accounts: number
  equity: number
  balance: number
  floating: number
}

/** There are few currencies, so that a walk is faster than a map. */
function sumsOf(money: CurrencySums[], currency: string, isDemo: boolean): CurrencySums {
  for (const known of money) if (known.currency === currency && known.isDemo === isDemo) return known
  const fresh = { currency, isDemo, accounts: 0, equity: 0, balance: 0, floating: 0 }
  money.push(fresh)
  return fresh
}

export function addMoney(money: CurrencySums[], row: LiveRow, isDemo: boolean): void {
  const sums = sumsOf(money, row.more?.currency ?? '', isDemo)
  sums.accounts++
  sums.equity += row.equity ?? 0
  sums.balance += row.balance ?? 0
  sums.floating += row.floating ?? 0
}

/** Real money first, then the currency with the most accounts. */
export function orderMoney(money: CurrencySums[]): void {
  money.sort(
    (a, b) =>
      Number(a.isDemo) - Number(b.isDemo) || b.accounts - a.accounts || (a.currency < b.currency ? -1 : 1),
  )
}
