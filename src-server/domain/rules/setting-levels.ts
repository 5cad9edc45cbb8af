import { CLOSE_OVERDUE_SECONDS } from '../../contract/limits.ts'
import type { RuleSubject } from '../../contract/rule-names.ts'
import type { Application } from '../application/application.ts'
import type { RuleLevel } from './rule.ts'

/** The alerts of an application's own settings, as levels of rules. They decide where no rule does. */
export function settingLevels(mt5: Application['mt5']): ReadonlyMap<RuleSubject, readonly RuleLevel[]> {
  const levels = new Map<RuleSubject, readonly RuleLevel[]>()
  const add = (subject: RuleSubject, at: number) => levels.set(subject, [{ at, act: 'tell' }])
  if (mt5.drawdownThreshold > 0) add('drawdown', mt5.drawdownThreshold)
  if (mt5.silenceAlert > 0) add('silence', mt5.silenceAlert)
  if (mt5.closeOverdueAlert) add('close_overdue', CLOSE_OVERDUE_SECONDS / 60)
  return levels
}
