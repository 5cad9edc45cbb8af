import { STANDARD_DRAWDOWN, WARNING_SHARE, type RiskLimits } from '../../contract/account-risk.ts'
import type { Application } from '../application/application.ts'
import type { RuleSubject } from '../../contract/rule-names.ts'
import type { Rule } from '../rules/rule.ts'

/** The rules that decide for an account, by their subjects. */
export type NearestRules = ReadonlyMap<RuleSubject, Pick<Rule, 'levels'>>

const NO_RULES: NearestRules = new Map()

type Mt5 = Pick<Application['mt5'], 'drawdownThreshold' | 'marginWarning' | 'marginCritical'>

/**
 * The limits at which an account is critical: the first level of the nearest rule that acts, else the rule's worst
 * level, else the application's limit, else the usual drawdown.
 */
export function accountLimits(mt5: Mt5, rules: NearestRules = NO_RULES): RiskLimits {
  const drawdown =
    criticalOf(rules.get('drawdown')) ??
    (mt5.drawdownThreshold > 0 ? mt5.drawdownThreshold : STANDARD_DRAWDOWN)
  const byRule = criticalOf(rules.get('margin_level'))
  const margin = byRule ?? mt5.marginCritical
  return {
    drawdown_warning: drawdown * WARNING_SHARE,
    drawdown_critical: drawdown,
    margin_warning: byRule === undefined ? mt5.marginWarning : byRule * marginShare(mt5),
    margin_critical: margin,
  }
}

function criticalOf(rule: Pick<Rule, 'levels'> | undefined): number | undefined {
  return (rule?.levels.find(({ act }) => act !== 'tell') ?? rule?.levels.at(-1))?.at
}

/** A rule's margin warns as much earlier as the application's does. */
function marginShare({ marginWarning, marginCritical }: Mt5): number {
  if (marginWarning === 0) return 0
  return marginCritical > 0 ? Math.max(1, marginWarning / marginCritical) : 2
}

export function sameLimits(a: RiskLimits, b: RiskLimits): boolean {
  return (
    a.drawdown_critical === b.drawdown_critical &&
    a.margin_warning === b.margin_warning &&
    a.margin_critical === b.margin_critical
  )
}
