import { useI18n } from 'vue-i18n'
import type { RiskItem } from '../../../src-server/contract/actions/risks.ts'
import { GUESS } from '../../../src-server/contract/risk-words.ts'
import { RULE_SUBJECTS, type RuleSubject } from '../../../src-server/contract/rule-names.ts'
import { formatDay, formatInteger } from '../../i18n/format.ts'
import { useRuleWords } from '../../subjects/rules/rule-words.ts'
import { useSpans } from '../../subjects/clock/use-ages.ts'

type Facts = RiskItem['facts']

function textOf(facts: Facts, name: string): string {
  return String(facts[name] ?? '')
}
export function numberOf(facts: Facts, name: string): number {
  const value = facts[name]
  return typeof value === 'number' ? value : 0
}
/** The subject of the rule that fired. null for a rule that was deleted. */
export function ruleSubjectOf(facts: Facts): RuleSubject | null {
  return RULE_SUBJECTS.find((known) => known === facts['subject']) ?? null
}
/** One decimal at the most. */
function figure(value: number): string {
  return String(Math.round(value * 10) / 10)
}

/** What people read about risks, in their language. */
export function useRiskWords() {
  const i18n = useI18n()
  const { t } = i18n
  const rules = useRuleWords()

  const span = useSpans()
  const place = (facts: Facts) =>
    textOf(facts, 'address') === ''
      ? t('risk.from_many')
      : t('risk.from', { address: textOf(facts, 'address') })
  // English has them all, and stands in where another language is still on its way.
  const guardOf = (guard: string) =>
    i18n.te(`inspector.guard.${guard}`) ? t(`inspector.guard.${guard}`) : guard

  function refused(facts: Facts, times: number): string {
    const guard = textOf(facts, 'guard')
    const told = { n: formatInteger(times), code: textOf(facts, 'code'), place: place(facts) }
    return guard === GUESS
      ? t('risk.what.guessed', told)
      : t('risk.what.refused_cluster', { ...told, guard: guardOf(guard) })
  }
  function skewed(facts: Facts): string {
    const skew = numberOf(facts, 'skew')
    const told = { span: span(Math.abs(skew)), place: place(facts) }
    return skew > 0 ? t('risk.what.clock_ahead', told) : t('risk.what.clock_behind', told)
  }
  function overdue(facts: Facts): string {
    const positions = facts['positions']
    const repeats = numberOf(facts, 'repeats')
    if (repeats > 0) return t('risk.what.close_exhausted', { n: formatInteger(repeats) })
    const state = textOf(facts, 'state')
    if (state === 'unreported') return t('risk.what.close_unreported')
    const still = state === 'overdue' || state === 'asked' || state === 'delivered'
    if (!still) return t('risk.what.close_late')
    return typeof positions === 'number'
      ? t('risk.what.close_overdue_positions', { n: formatInteger(positions) }, positions)
      : t('risk.what.close_overdue')
  }
  function fired(facts: Facts): string {
    const subject = ruleSubjectOf(facts)
    return t(`risk.what.rule_${textOf(facts, 'act')}`, {
      rule: textOf(facts, 'rule') || t('rules.firing.rule_gone'),
      figure: subject === null ? '' : rules.subject(subject),
      value: rules.figure(subject, numberOf(facts, 'value')),
      at: rules.level(subject, numberOf(facts, 'threshold')),
    })
  }
  function keys(facts: Facts): string {
    const api = textOf(facts, 'api')
    const expires = facts['expires']
    return typeof expires === 'number'
      ? t('risk.what.keys_until', { api, day: formatDay(expires) })
      : t('risk.what.keys_exposed', { api })
  }
  const seen: Readonly<Record<RiskItem['kind'], (facts: Facts, times: number) => string>> = {
    drawdown: (facts) =>
      t('risk.what.drawdown', {
        dd: figure(numberOf(facts, 'dd')),
        threshold: figure(numberOf(facts, 'threshold')),
      }),
    margin: (facts) =>
      t('risk.what.margin', {
        margin: figure(numberOf(facts, 'margin')),
        threshold: figure(numberOf(facts, 'threshold')),
      }),
    silent: (facts) =>
      textOf(facts, 'state') === 'back'
        ? t('risk.what.back')
        : t('risk.what.silent', { span: span(numberOf(facts, 'seconds')) }),
    refused_cluster: refused,
    many_addresses: (facts) =>
      t('risk.what.many_addresses', { n: formatInteger(numberOf(facts, 'addresses')) }),
    two_terminals: (facts) =>
      t('risk.what.two_terminals', {
        n: formatInteger(numberOf(facts, 'terminals')),
        from: textOf(facts, 'addresses'),
      }),
    skewed_clock: skewed,
    close_overdue: overdue,
    rule: fired,
    keys_exposed: keys,
    weak_setting: (facts) =>
      t(`risk.weak.${textOf(facts, 'setting')}.what`, {
        apis: textOf(facts, 'apis'),
        span: span(numberOf(facts, 'seconds')),
      }),
  }
  return {
    /** What was seen, in a sentence without its subject. */
    what: ({ kind, facts, times }: RiskItem) => seen[kind](facts, times),
    /** What is to be done about it. */
    advice: ({ kind, facts }: RiskItem): string => {
      if (kind === 'weak_setting') return t(`risk.weak.${textOf(facts, 'setting')}.advice`)
      if (kind === 'refused_cluster' && textOf(facts, 'guard') === GUESS) return t('risk.advice.guessed')
      if (kind === 'close_overdue' && numberOf(facts, 'repeats') > 0) return t('risk.advice.close_exhausted')
      return t(`risk.advice.${kind}`)
    },
    /** What it is about; of the platform its settings. */
    subject: ({ subject, subject_kind: kind }: RiskItem) =>
      kind === 'settings' ? t('risk.platform') : subject,
  }
}
