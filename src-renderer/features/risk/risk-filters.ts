import { useI18n } from 'vue-i18n'
import type { ActionInput } from '../../../src-server/contract/actions/index.ts'
import { RISK_KINDS } from '../../../src-server/contract/sales-names.ts'
import { select, type ListFilters, useChoiceWords } from '../../kit/list/list-filters.ts'
import { useListMatch } from '../../kit/list/list-match.ts'
import { useApplicationFilter } from '../../subjects/applications/application-names.ts'

/** The filters of the risks, and which risks they ask for. Without a state filter those are the open ones. */
export function useRiskFilters() {
  const { t } = useI18n()
  const choices = useChoiceWords()
  const appFilter = useApplicationFilter()
  return useListMatch(
    (): ListFilters<ActionInput<'risk_groups'>> => [
      {
        ...select('state', ['acknowledged', 'all'], {
          label: t('risk.filter.state'),
          all: t('risk.filter.open'),
          text: (state) => t(`risk.filter.${state}`),
          lead: true,
        }),
        ask: (state) => (state === 'all' ? {} : { acknowledged: state === 'acknowledged' }),
      },
      select('kind', RISK_KINDS, {
        ...choices('risk.kind', t('risk.filter.kind'), t('risk.filter.any_kind')),
        lead: true,
      }),
      appFilter(),
    ],
    { by: 'at', desc: true },
  )
}
