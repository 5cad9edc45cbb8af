import { ALERT_LEVELS, type AlertLevel } from '../../contract/channel-names.ts'
import type { RuleAct } from '../../contract/rule-names.ts'
import type { RiskEvent } from '../risk/risk-event.ts'

/** The rule's part that decides. undefined for a rule that is gone. */
type Levels = { readonly levels: readonly { readonly at: number }[] } | undefined

/** How bad the firing of a rule is: its last level, and each act stronger than a message, is critical. */
export function levelOfFiring(act: RuleAct, threshold: number | null, rule: Levels): 'high' | 'medium' {
  const isWorst = rule?.levels.at(-1)?.at === threshold
  return isWorst || act !== 'tell' ? 'high' : 'medium'
}

/** How bad the worst of some events is at the moment when their alert goes out. */
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
