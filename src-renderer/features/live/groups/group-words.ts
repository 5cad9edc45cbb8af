import { useI18n } from 'vue-i18n'
import type { GroupActRecord, GroupEffect } from '../../../../src-server/contract/records/group-act.ts'
import { useAgentNames } from '../../../subjects/agents/agent-names.ts'
import { count } from '../../../subjects/figures/figures.ts'
import type { Chosen, GroupKind, useGroupChoice } from './group-choice.ts'

/** The words for a group: its limits, or the word for everything. */
export function useGroupWords() {
  const { t } = useI18n()
  const agents = useAgentNames()
  function kindOf(kind: GroupKind, chosen: Chosen | undefined): string {
    if (kind !== 'chosen') return t(`groups.kind.${kind}`)
    return chosen === undefined ? '' : t(`groups.kind.${chosen.from}`, { n: count(chosen.ids.length) })
  }
  return {
    kindOf,
    ofAct({ chosen, ...limits }: GroupActRecord['group']): string {
      const named = Object.values(limits).filter((name) => name !== '')
      return [...named, ...(chosen ? [t('groups.chosen')] : [])].join(' · ') || t('groups.kind.everything')
    },
    /** The group that the person chooses, out of all accounts in sight. */
    ofChoice(
      { kind, value, chosen }: ReturnType<typeof useGroupChoice>,
      places: GroupEffect['places'],
    ): string {
      if (kind === 'app') return places.find(({ app }) => String(app) === value)?.app_name ?? value
      if (kind === 'agent') return agents.nameOf(Number(value))
      return kind === 'everything' || kind === 'chosen' ? kindOf(kind, chosen) : value
    },
  }
}
