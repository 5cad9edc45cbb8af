import { useI18n } from 'vue-i18n'
import type { SaleRecord } from '../../../src-server/contract/records/sale.ts'
import { SALE_STATES } from '../../../src-server/contract/sales-names.ts'
import { SALE } from '../../../src-server/contract/subjects/sale.ts'
import { call } from '../../api/console-client.ts'
import { formatInteger, formatTime } from '../../i18n/format.ts'
import type { ListColumn } from '../../kit/list/list-column.ts'
import { chips, days, type FilterOf, type ListFilters, useChoiceWords } from '../../kit/list/list-filters.ts'
import { useListScreen } from '../../kit/list/use-list-screen.ts'
import { useAgentFilter, useFreshAgentNames } from '../../subjects/agents/agent-names.ts'
import {
  useApplicationFilter,
  useFreshApplicationNames,
} from '../../subjects/applications/application-names.ts'
import { useCodeWords } from '../../subjects/codes/code-words.ts'
import { useMoney } from '../../subjects/sales/money.ts'

export type SaleFilter = FilterOf<'sale_list'>
const agent: ListColumn<SaleRecord> = {
  key: 'agent',
  width: 'max-w-40',
  drop: 1,
  text: (row) => row.agent_name,
}

/**
 * The list of sales.
 * @param ofAgents whether the sales are those of several agents
 */
export function useSaleList(ofAgents: () => boolean) {
  const { t } = useI18n()
  const choices = useChoiceWords()
  const { worth } = useCodeWords()
  const money = useMoney()
  useFreshApplicationNames()
  const appFilter = useApplicationFilter(false)
  const agentFilter = useAgentFilter(false)
  useFreshAgentNames()
  const sumOf = (sum: number | null) => (sum === null ? '' : money.value.format(sum))
  return useListScreen({
    name: 'sales',
    sorts: SALE.sorts,
    order: { by: 'id', desc: true },
    filters: (): ListFilters<SaleFilter> => [
      chips('state', SALE_STATES, choices('sales.state', t('sales.column.state'), t('sales.all'))),
      ...days({ from: t('sales.from'), to: t('sales.to') }),
      appFilter(),
      agentFilter(),
    ],
    read: (question, signal) => call('sale_list', question, { signal }),
    label: (key) => t(`sales.column.${key}`),
    columns: () => [
      { key: 'code' },
      { key: 'app', drop: 2, text: (row) => row.app_name },
      { key: 'worth', width: 'max-w-40', digits: worth },
      { key: 'state', width: 'w-40' },
      {
        key: 'customer',
        width: 'max-w-48',
        look: '',
        text: (row) => row.customer || row.contact || '—',
        title: (row) => row.contact,
      },
      { key: 'contact', width: 'max-w-40', unusual: true, text: (row) => row.contact || '—' },
      { key: 'sale_price', width: 'w-28', look: 'num font-medium', figure: (row) => sumOf(row.sale_price) },
      { key: 'seats', align: 'end', width: 'w-20', unusual: true, digits: (row) => formatInteger(row.seats) },
      { key: 'price', align: 'end', width: 'w-28', digits: (row) => sumOf(row.price) },
      {
        key: 'taken',
        sort: 'taken_at',
        width: 'w-28',
        day: (row) => row.taken_at,
        title: (row) => formatTime(row.taken_at),
      },
      { key: 'sold', sort: 'sold_at', width: 'w-28', drop: 1, day: (row) => row.sold_at },
      { key: 'refunded', width: 'w-28', unusual: true, day: (row) => row.refunded_at },
      ...(ofAgents() ? [agent] : []),
      { key: 'note', width: 'max-w-56', unusual: true, text: (row) => row.note, title: true },
    ],
  })
}
