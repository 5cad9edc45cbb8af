import { computed, onMounted, type ComputedRef } from 'vue'
import { useI18n } from 'vue-i18n'
import { MAX_REARM, MIN_REARM, RULE_PLACES, RULE_SUBJECTS } from '../../../src-server/contract/rule-names.ts'
import type { FieldRow } from '../../kit/form/field-row.ts'
import { optionsOf } from '../../kit/form/row.ts'
import { useFreshAgentNames } from '../../subjects/agents/agent-names.ts'
import { useApplicationNames } from '../../subjects/applications/application-names.ts'
import { useRuleWords } from '../../subjects/rules/rule-words.ts'
import { placedBy, type RuleDraft } from './rule-draft.ts'

type Rows = readonly FieldRow<keyof RuleDraft>[]

/** The fields of a rule: its place with the member that names the place, its figure and levels, then its times. */
export function useRuleRows(draft: RuleDraft): ComputedRef<Rows> {
  const { t } = useI18n()
  const words = useRuleWords()
  const apps = useApplicationNames()
  const agents = useFreshAgentNames()
  onMounted(() => {
    // Without their names, applications show by their numbers.
    apps.load().catch(() => undefined)
  })

  /** The widest place first: most rules hold for an application. */
  const places = computed(() => optionsOf([...RULE_PLACES].reverse(), words.place))
  const subjects = computed(() => optionsOf(RULE_SUBJECTS, words.subject))
  const none = (label: string) => ({ value: '', label })
  const naming = computed((): Rows => {
    const reasons = t(`rules.reason.${placedBy(draft.place) ?? 'word'}`)
    switch (placedBy(draft.place)) {
      case 'account':
        return [{ name: 'account', reasons, placeholder: '12345678@Broker-Live', mono: true, required: true }]
      case 'agent':
        return [{ name: 'agent', reasons, options: [none(t('rules.no_agent')), ...agents.options] }]
      case 'word':
        return [
          {
            name: 'word',
            label: words.place(draft.place),
            hint: t(`rules.word_hint.${draft.place}`),
            reasons,
          },
        ]
      case undefined:
        return []
    }
  })
  return computed((): Rows => [
    { name: 'name', wide: true, required: true },
    { name: 'place', options: places.value, wide: naming.value.length === 0 },
    ...naming.value,
    { name: 'app', options: [none(t('rules.every_app')), ...apps.options], wide: true },
    { name: 'subject', options: subjects.value, hint: t(`rules.subject_hint.${draft.subject}`), wide: true },
    { name: 'levels' },
    { name: 'cooldown' },
    { name: 'rearm', min: MIN_REARM, max: MAX_REARM },
    { name: 'isQuiet', wide: true },
    ...(draft.isQuiet ? ([{ name: 'quietFrom' }, { name: 'quietTo' }] as const) : []),
    { name: 'starts_at' },
    { name: 'enabled' },
    { name: 'people' },
  ])
}
