/** A profit as a part of the capital: 0.05 is 5 %. null without capital. */
export function rateOf(profit: number, capital: number): number | null {
  return capital > 0 ? profit / capital : null
}

/** The time-weighted value after a profit. A loss of more than the capital ends at nothing. Without capital the value stays. */
export function grown(value: number, profit: number, capital: number): number {
  const rate = rateOf(profit, capital)
  return rate === null ? value : value * Math.max(0, 1 + rate)
}
