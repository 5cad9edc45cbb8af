export const RISKS = ['none', 'warning', 'critical'] as const
export type Risk = (typeof RISKS)[number]

/** From these on an account is at risk; percent. */
export interface RiskLimits {
  readonly warningDrawdown: number
  readonly criticalDrawdown: number
  readonly warningMargin: number
  readonly criticalMargin: number
}

/** For applications that set no threshold of their own. Drawdown and margin level are in percent. */
export const STANDARD_LIMITS: RiskLimits = {
  warningDrawdown: 10,
  criticalDrawdown: 20,
  warningMargin: 300,
  criticalMargin: 150,
}

/** An application's own threshold is where drawdown becomes critical; it warns from half of it. 0 sets none. */
export function limitsFor(threshold: number): RiskLimits {
  if (threshold <= 0) return STANDARD_LIMITS
  return { ...STANDARD_LIMITS, warningDrawdown: threshold / 2, criticalDrawdown: threshold }
}

export function drawdownRisk(drawdown: number | null, limits: RiskLimits): Risk {
  if (drawdown === null || drawdown < limits.warningDrawdown) return 'none'
  return drawdown < limits.criticalDrawdown ? 'warning' : 'critical'
}

/** A margin level says nothing without open positions: terminals then send 0. */
export function marginRisk(margin: number | null, positions: number | null, limits: RiskLimits): Risk {
  if (margin === null || positions === null || positions === 0 || margin >= limits.warningMargin)
    return 'none'
  return margin < limits.criticalMargin ? 'critical' : 'warning'
}

export function worseRisk(a: Risk, b: Risk): Risk {
  return RISKS.indexOf(a) >= RISKS.indexOf(b) ? a : b
}
