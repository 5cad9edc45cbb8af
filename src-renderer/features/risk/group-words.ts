import { useI18n } from 'vue-i18n'
import type { RiskGroup } from '../../../src-server/contract/actions/risks.ts'
import { formatInteger } from '../../i18n/format.ts'
import { percent } from '../../subjects/figures/figures.ts'
import { useRuleWords } from '../../subjects/rules/rule-words.ts'
import { numberOf, ruleSubjectOf, useRiskWords } from './risk-words.ts'

/** The words of a group of risks: `Gold Grid: 143 accounts over 30%`. */
export function useGroupWords() {
  const { t } = useI18n()
  const rules = useRuleWords()
  const words = useRiskWords()

  /** The message and its values. */
  function key({ kind, level, worst: { facts, subject_kind: subject } }: RiskGroup): string {
    switch (kind) {
      case 'drawdown':
        return level === 'high' ? 'drawdown' : 'drawdown_over'
      case 'margin':
        return level === 'high' ? 'margin' : 'margin_over'
      case 'silent':
        return facts['state'] === 'back' ? 'back' : 'silent'
      case 'close_overdue':
        return level === 'high' ? 'close_overdue' : 'close_late'
      case 'many_addresses':
        return subject === 'code' ? 'many_addresses_code' : 'many_addresses'
      case 'rule':
      case 'refused_cluster':
      case 'two_terminals':
      case 'skewed_clock':
      case 'keys_exposed':
      case 'weak_setting':
        return kind
    }
  }
  function levelOf({ kind, worst: { facts } }: RiskGroup): string {
    const threshold = numberOf(facts, 'threshold')
    if (kind !== 'rule') return percent(threshold, Number.isInteger(threshold) ? 0 : 2)
    const subject = ruleSubjectOf(facts)
    return `${subject === null ? '' : rules.subject(subject)} ${rules.level(subject, threshold)}`
  }
  return {
    title(group: RiskGroup): string {
      const { app_name: name, count, worst } = group
      const n = formatInteger(count)
      const what = t(`risk.many.${key(group)}`, { n, level: levelOf(group), rule: worst.facts['rule'] ?? '' })
      return name === '' ? what : t('risk.many.of', { name, what })
    },
    worst: ({ worst }: RiskGroup): string =>
      t('risk.many.worst', { subject: words.subject(worst), what: words.what(worst) }),
  }
}
