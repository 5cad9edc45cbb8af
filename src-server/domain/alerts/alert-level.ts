import { ALERT_LEVELS, type AlertLevel } from '../../contract/channel-names.ts'
import type { RuleAct } from '../../contract/rule-names.ts'
import type { RiskEvent } from '../risk/risk-event.ts'

/** The rule's part that decides. undefined for a rule that is gone. */
type Levels = { readonly levels: readonly { readonly at: number }[] } | undefined

/** The level of a firing: the last level of its rule, and each act stronger than a message, is critical. */
export function levelOfFiring(act: RuleAct, threshold: number | null, rule: Levels): 'high' | 'medium' {
  const isWorst = rule?.levels.at(-1)?.at === threshold
  return isWorst || act !== 'tell' ? 'high' : 'medium'
}

/** The level of the worst of some events at the moment when their alert goes out. */
export function worstLevelOf(
  events: readonly Pick<RiskEvent, 'kind' | 'threshold' | 'firing'>[],
  rule: Levels,
): AlertLevel {
  const levels = events.map(({ kind, threshold, firing }) => {
    if (kind === 'back') return 'low'
    return firing === null ? 'high' : levelOfFiring(firing.act, threshold, rule)
  })
  return ALERT_LEVELS.toReversed().find((level) => levels.includes(level)) ?? 'low'
}
