/** The result of an account in a period. NaN for unknown. */
export interface AccountResult {
  readonly profit: number
  readonly realised: number
  readonly deposits: number
  readonly withdrawals: number
  /** Before the period, or the first one of a new account. */
  readonly equityFirst: number
  /** The largest drawdown, percent. */
  readonly ddMax: number
}

/** The result of two periods, one right after the other. */
export function joinResults(earlier: AccountResult, later: AccountResult): AccountResult {
  return {
    profit: ofBoth(earlier.profit, later.profit, sum),
    realised: ofBoth(earlier.realised, later.realised, sum),
    deposits: ofBoth(earlier.deposits, later.deposits, sum),
    withdrawals: ofBoth(earlier.withdrawals, later.withdrawals, sum),
    equityFirst: ofBoth(earlier.equityFirst, later.equityFirst, (first) => first),
    ddMax: ofBoth(earlier.ddMax, later.ddMax, Math.max),
  }
}

/** The money that could earn: the equity before, and what was paid in. */
export function capitalOf({ equityFirst, deposits }: AccountResult): number {
  return (equityFirst || 0) + (deposits || 0)
}

const sum = (a: number, b: number) => a + b

/** The value that is known, where one of them isn't. */
function ofBoth(a: number, b: number, join: (a: number, b: number) => number): number {
  if (Number.isNaN(a)) return b
  return Number.isNaN(b) ? a : join(a, b)
}
