import { STANDARD_DRAWDOWN, WARNING_SHARE, type RiskLimits } from '../../contract/account-risk.ts'
import type { Application } from '../application/application.ts'
import type { RuleLevel } from '../rules/rule.ts'

/** The limits of one account, and whose they are. */
export interface AccountLimits extends RiskLimits {
  /** Whether a rule covers the subject. Then the rule sends the alerts and records the events. */
  readonly byRule: { readonly drawdown: boolean; readonly margin: boolean }
}

/** The levels of the nearest rules of an account. undefined where no rule covers the subject. */
export interface NearestLevels {
  readonly drawdown?: readonly RuleLevel[] | undefined
  readonly margin?: readonly RuleLevel[] | undefined
}

type Mt5 = Pick<Application['mt5'], 'drawdownThreshold' | 'marginWarning' | 'marginCritical'>

/**
 * The limits at which an account is critical: the first level of the nearest rule that acts, else the rule's worst
 * level, else the application's limit, else the usual drawdown.
 */
export function accountLimits(mt5: Mt5, levels: NearestLevels): AccountLimits {
  const drawdown =
    criticalOf(levels.drawdown) ?? (mt5.drawdownThreshold > 0 ? mt5.drawdownThreshold : STANDARD_DRAWDOWN)
  const byRule = criticalOf(levels.margin)
  const margin = byRule ?? mt5.marginCritical
  return {
    drawdown_warning: drawdown * WARNING_SHARE,
    drawdown_critical: drawdown,
    margin_warning: byRule === undefined ? mt5.marginWarning : byRule * marginShare(mt5),
    margin_critical: margin,
    byRule: { drawdown: levels.drawdown !== undefined, margin: levels.margin !== undefined },
  }
}

function criticalOf(levels: readonly RuleLevel[] | undefined): number | undefined {
  return (levels?.find(({ act }) => act !== 'tell') ?? levels?.at(-1))?.at
}

/** A rule's margin warns as much earlier as the application's does. */
function marginShare({ marginWarning, marginCritical }: Mt5): number {
  if (marginWarning === 0) return 0
  return marginCritical > 0 ? Math.max(1, marginWarning / marginCritical) : 2
}

export function sameLimits(a: AccountLimits, b: AccountLimits): boolean {
  return (
    a.drawdown_critical === b.drawdown_critical &&
    a.margin_warning === b.margin_warning &&
    a.margin_critical === b.margin_critical &&
    a.byRule.drawdown === b.byRule.drawdown &&
    a.byRule.margin === b.byRule.margin
  )
}
