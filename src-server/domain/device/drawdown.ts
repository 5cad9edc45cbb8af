import { MAX_TELEMETRY_NUMBER } from '../../contract/limits.ts'

/** The figures of a pulse that a drawdown follows from. NaN for a figure that the pulse lacks. */
export interface SaidDrawdown {
  /** Percent, with either sign. */
  readonly dd: number
  readonly equity: number
  readonly balance: number
}

/** Percent. Programs round `dd` to two decimals: drawdowns that differ by less are the same. */
const ROUNDING = 0.01

/** Drawdown by balance and equity, percent; 0 for an account in profit. NaN where the pulse lacks one of them, or the balance is not above 0. */
function computedDrawdown({ equity, balance }: SaidDrawdown): number {
  if (!(balance > 0)) return NaN
  const drawdown = Math.max(0, ((balance - equity) * 100) / balance)
  return drawdown > MAX_TELEMETRY_NUMBER ? NaN : drawdown
}

/** The drawdown that counts: the larger of `dd`, with either sign, and the one by balance and equity. Percent, or NaN. */
export function effectiveDrawdown(said: SaidDrawdown): number {
  const told = Math.abs(said.dd)
  const computed = computedDrawdown(said)
  return Number.isNaN(told) || computed > told ? computed : told
}

/** Whether the drawdown that counts differs from the one that the program sent. */
export function isDrawdownComputed(said: SaidDrawdown): boolean {
  const computed = computedDrawdown(said)
  return computed >= 0 && !(computed - Math.abs(said.dd) < ROUNDING)
}
