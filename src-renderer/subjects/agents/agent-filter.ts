import { useI18n } from 'vue-i18n'
import { recordSelect } from '../../kit/list/list-filters.ts'
import { useAgentNames } from './agent-names.ts'

/** The filter of a list by agent. */
export function useAgentFilter() {
  const { t } = useI18n()
  const agents = useAgentNames()
  return () =>
    recordSelect('agent', agents.options, {
      label: t('agents.filter.name'),
      all: t('agents.filter.every'),
      lead: true,
    })
}
