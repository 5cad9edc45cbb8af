import type { DeviceState } from './device-names.ts'

/**
 * Whether an account's figures are critical. Board, review and alerts use this one rule. An account is critical at the
 * limit that an alert of its drawdown or margin level would use, and a warning at a stated share of it.
 */
export const ACCOUNT_RISKS = ['none', 'warning', 'critical'] as const
export type AccountRisk = (typeof ACCOUNT_RISKS)[number]

/** The limits of an account, percent. A drawdown is bad at its limit or above, a margin level at its limit or below. */
export interface RiskLimits {
  readonly drawdown_warning: number
  readonly drawdown_critical: number
  /** 0: no limit. */
  readonly margin_warning: number
  readonly margin_critical: number
}

/** The critical drawdown where neither the application nor a rule has a limit, percent. */
export const STANDARD_DRAWDOWN = 20
/** A drawdown is a warning from this share of its critical limit on. */
export const WARNING_SHARE = 0.5
/** The margin limits of an application by default, percent. */
export const MARGIN_WARNING = 300
export const MARGIN_CRITICAL = 150

export const STANDARD_LIMITS: RiskLimits = {
  drawdown_warning: STANDARD_DRAWDOWN * WARNING_SHARE,
  drawdown_critical: STANDARD_DRAWDOWN,
  margin_warning: MARGIN_WARNING,
  margin_critical: MARGIN_CRITICAL,
}

/** Figures older than this say nothing about the account of today, seconds. A long weekend is shorter. */
const FIGURES_COUNT = 7 * 86_400

/**
 * Whether the last figures of an account still count. A terminal without a licence is refused, so what it reported
 * before is no risk that anybody can watch.
 * @param pulsedAt Unix seconds, 0 for never
 */
export function figuresCount(state: DeviceState, pulsedAt: number, now: number): boolean {
  return state === 'active' && pulsedAt > 0 && now - pulsedAt <= FIGURES_COUNT
}

/** @param drawdown percent, null when unknown */
export function drawdownRisk(drawdown: number | null, limits: RiskLimits): AccountRisk {
  if (drawdown === null || drawdown < limits.drawdown_warning) return 'none'
  return drawdown < limits.drawdown_critical ? 'warning' : 'critical'
}

/** A terminal reports a margin level of 0 when no margin is in use: without positions, and for hedged ones. */
export function marginRisk(margin: number | null, positions: number | null, limits: RiskLimits): AccountRisk {
  if (margin === null || margin === 0 || positions === null || positions === 0) return 'none'
  if (limits.margin_critical > 0 && margin <= limits.margin_critical) return 'critical'
  return limits.margin_warning > 0 && margin <= limits.margin_warning ? 'warning' : 'none'
}

export function worseRisk(a: AccountRisk, b: AccountRisk): AccountRisk {
  return ACCOUNT_RISKS.indexOf(a) >= ACCOUNT_RISKS.indexOf(b) ? a : b
}
