import { MAX_TELEMETRY_NUMBER } from '../../contract/limits.ts'

/** The figures of a pulse from which the drawdown follows. NaN for a figure that the pulse lacks. */
export interface SaidDrawdown {
  /** Percent, with either sign. */
  readonly dd: number
  readonly equity: number
  readonly balance: number
}

/** Percent. Programs round `dd` to two decimals, so smaller differences don't count. */
const ROUNDING = 0.01

/**
 * Drawdown from balance and equity, percent, and 0 for an account in profit. NaN when the pulse lacks one of
 * them, or the balance isn't above 0.
 */
function computedDrawdown({ equity, balance }: SaidDrawdown): number {
  if (!(balance > 0)) return NaN
  const drawdown = Math.max(0, ((balance - equity) * 100) / balance)
  return drawdown > MAX_TELEMETRY_NUMBER ? NaN : drawdown
}

/**
 * The effective drawdown: the larger of `dd`, without its sign, and the one from balance and equity. Percent,
 * or NaN.
 */
export function effectiveDrawdown(said: SaidDrawdown): number {
  const told = Math.abs(said.dd)
  const computed = computedDrawdown(said)
  return Number.isNaN(told) || computed > told ? computed : told
}

/** Whether the effective drawdown differs from the `dd` that the program sent. */
export function isDrawdownComputed(said: SaidDrawdown): boolean {
  const computed = computedDrawdown(said)
  return computed >= 0 && !(computed - Math.abs(said.dd) < ROUNDING)
}
