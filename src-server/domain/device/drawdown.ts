import { MAX_TELEMETRY_NUMBER } from '../../contract/limits.ts'

/** What an account says of its drawdown. NaN for what it doesn't say. */
export interface SaidDrawdown {
  /** Percent, with either sign. */
  readonly dd: number
  readonly equity: number
  readonly balance: number
}

/** Programs round what they say to two decimals: a difference below this is no other drawdown, percent. */
const ROUNDING = 0.01

/** Drawdown by balance and equity, percent; 0 for an account in profit. NaN where one of them isn't said, or the balance is none. */
function computedDrawdown({ equity, balance }: SaidDrawdown): number {
  if (!(balance > 0)) return NaN
  const drawdown = Math.max(0, ((balance - equity) * 100) / balance)
  return drawdown > MAX_TELEMETRY_NUMBER ? NaN : drawdown
}

/** The drawdown that counts: the larger of what the program says, whatever its sign, and what balance and equity give. Percent, or NaN. */
export function effectiveDrawdown(said: SaidDrawdown): number {
  const told = Math.abs(said.dd)
  const computed = computedDrawdown(said)
  return Number.isNaN(told) || computed > told ? computed : told
}

/** Whether the drawdown that counts isn't the one the program says. */
export function isDrawdownComputed(said: SaidDrawdown): boolean {
  const computed = computedDrawdown(said)
  return computed >= 0 && !(computed - Math.abs(said.dd) < ROUNDING)
}
