import { signedPercent } from './figures.ts'

/** A return as a part of the capital: 0.05 is +5.00 %. */
export function ratePercent(rate: number | null): string {
  return signedPercent(rate === null ? null : rate * 100)
}

/** The class of a profit, or of a loss. */
export function profitTone(profit: number | null): string {
  if (profit === null || profit === 0) return ''
  return profit > 0 ? 'text-up' : 'text-down'
}
