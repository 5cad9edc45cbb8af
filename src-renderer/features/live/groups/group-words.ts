import { useI18n } from 'vue-i18n'
import type { GroupActRecord, GroupEffect } from '../../../../src-server/contract/records/group-act.ts'
import { useAgentNames } from '../../../subjects/agents/agent-names.ts'
import { count } from '../../../subjects/figures/figures.ts'
import type { useGroupChoice } from './group-choice.ts'

/** What a group is called: its limits, or that it has none. */
export function useGroupWords() {
  const { t } = useI18n()
  const agents = useAgentNames()
  return {
    ofAct({ chosen, ...limits }: GroupActRecord['group']): string {
      const named = Object.values(limits).filter((name) => name !== '')
      return [...named, ...(chosen ? [t('groups.chosen')] : [])].join(' · ') || t('groups.kind.everything')
    },
    /** The group that the person chooses, out of all accounts in sight. */
    ofChoice(
      { kind, value, chosen }: ReturnType<typeof useGroupChoice>,
      places: GroupEffect['places'],
    ): string {
      if (kind === 'chosen')
        return chosen === undefined ? '' : t(`groups.kind.${chosen.from}`, { n: count(chosen.ids.length) })
      if (kind === 'everything') return t('groups.kind.everything')
      const name = {
        app: places.find(({ app }) => String(app) === value)?.app_name,
        agent: agents.nameOf(Number(value)),
      }
      return kind === 'app' || kind === 'agent' ? (name[kind] ?? value) : value
    },
  }
}
