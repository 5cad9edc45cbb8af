import { useI18n } from 'vue-i18n'
import type { HeldRule, PlacedRule, RuleFiring } from '../../../src-server/contract/records/rule-effects.ts'
import type { RuleRecord } from '../../../src-server/contract/records/rule.ts'
import {
  SUBJECT_FACTS,
  type RuleAct,
  type RulePlace,
  type RuleSubject,
} from '../../../src-server/contract/rule-names.ts'
import { DURATION_UNITS, unitFor } from '../../ui/duration-unit.ts'
import { money, percent } from '../figures/figures.ts'

/** A rule's place with its names. */
type NamedPlace = Omit<PlacedRule, 'id' | 'name'>

/** The words of rules, in the reader's language. */
export function useRuleWords() {
  const { t } = useI18n()

  /** Seconds in the largest unit that shows all of them: `10m`, `90s`. */
  function span(seconds: number): string {
    const unit = unitFor(seconds)
    return `${money(seconds / DURATION_UNITS[unit], 0)}${t(`live.age.${unit}`)}`
  }
  /** A figure with its unit: `30%`, `1,000`, `10m`. Without a subject, the number alone. */
  function figure(subject: RuleSubject | null, value: number): string {
    const decimals = Number.isInteger(value) ? 0 : 2
    switch (subject === null ? 'count' : SUBJECT_FACTS[subject].unit) {
      case 'percent':
        return percent(value, decimals)
      case 'seconds':
        return span(Math.round(value))
      case 'minutes':
        return span(Math.round(value * 60))
      case 'days':
        return span(Math.round(value) * DURATION_UNITS.day)
      case 'amount':
      case 'count':
        return money(value, decimals)
    }
  }
  function named({ place, account, account_key: key, agent, agent_name: name, word }: NamedPlace): string {
    switch (place) {
      case 'account':
        return key === '' ? `#${account}` : key
      case 'agent':
        return name === '' ? `#${agent}` : name
      case 'application':
        return ''
      case 'symbol':
      case 'server':
      case 'tag':
        return word
    }
  }
  /** `≥ 30%`: the level is reached there. */
  const level = (subject: RuleSubject | null, at: number): string =>
    `${subject !== null && SUBJECT_FACTS[subject].worse === 'under' ? '≤' : '≥'} ${figure(subject, at)}`
  const appOf = ({ app, app_name: name }: NamedPlace): string =>
    app === null ? t('rules.every_app') : name === '' ? `#${app}` : name

  return {
    subject: (subject: RuleSubject) => t(`rules.subject.${subject}`),
    act: (act: RuleAct) => t(`rules.act.${act}`),
    place: (place: RulePlace) => t(`rules.place.${place}`),
    figure,
    level,
    span,
    /** All levels in a line, from the mildest to the worst. */
    ladder: ({ subject, levels }: Pick<RuleRecord, 'subject' | 'levels'>): string =>
      levels.map(({ at, act }) => `${level(subject, at)} ${t(`rules.act_short.${act}`)}`).join(' → '),
    /** `31.2% (≥ 30%)`: the value that reached the level. */
    reached: ({ subject, value, threshold }: Pick<RuleFiring, 'subject' | 'value' | 'threshold'>): string => {
      const at = threshold === null ? '' : level(subject, threshold)
      return value === null ? at : `${figure(subject, value)} (${at})`
    },
    /** The reason why this rule decides, and the farther rules that have no effect. */
    holds: ({ rule, over }: Pick<HeldRule, 'rule' | 'over'>): string => {
      if (rule === null) return t('rules.holds.setting')
      const name = named(rule)
      const where = t(`rules.holds.${rule.place}`, { name: name === '' ? appOf(rule) : name })
      const names = over.map((one) => t('rules.quoted', { name: one.name })).join(t('rules.comma'))
      return over.length === 0 ? where : `${where} ${t('rules.holds.over', { names }, over.length)}`
    },
    /** The name of a rule's place: of the account, the agent, or the word. The application where there is none. */
    where: (rule: NamedPlace): string => {
      const name = named(rule)
      if (name === '') return appOf(rule)
      return rule.app === null || rule.place === 'account' ? name : `${name} · ${appOf(rule)}`
    },
  }
}
