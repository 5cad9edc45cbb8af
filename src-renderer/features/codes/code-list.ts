import { useI18n } from 'vue-i18n'
import type { CodeRecord } from '../../../src-server/contract/records/code.ts'
import { CODE } from '../../../src-server/contract/subjects/code.ts'
import { call } from '../../api/console-client.ts'
import {
  chips,
  type FilterOf,
  given,
  type ListFilters,
  select,
  useChoiceWords,
} from '../../kit/list/list-filters.ts'
import { useListScreen } from '../../kit/list/use-list-screen.ts'
import { useAgentFilter, useFreshAgentNames } from '../../subjects/agents/agent-names.ts'
import {
  useApplicationFilter,
  useFreshApplicationNames,
} from '../../subjects/applications/application-names.ts'
import { CODE_STATES, CODE_TYPES } from '../../../src-server/contract/code-names.ts'
import { useFreshFields } from '../../subjects/custom-fields/custom-fields.ts'
import { fieldColumns, fieldFilter, tagFilter } from '../../subjects/custom-fields/field-lists.ts'
import { useQuestionWords } from '../../subjects/custom-fields/field-questions.ts'
import { useCodeWords } from '../../subjects/codes/code-words.ts'

export type CodeFilter = FilterOf<'code_list'>

/** The trading account or machine that a code is tied to. */
export const boundTo = (row: CodeRecord): string => row.account_key || row.markcode

/** The list of codes. */
export function useCodeList() {
  const { t } = useI18n()
  const questionWords = useQuestionWords()
  const choices = useChoiceWords()
  const { worth, addresses, seats: seatsText } = useCodeWords()
  const names = useFreshApplicationNames()
  const appFilter = useApplicationFilter(false)
  const agentFilter = useAgentFilter(false)
  const agents = useFreshAgentNames()
  const fields = useFreshFields('codes')
  return useListScreen({
    name: 'codes',
    sorts: CODE.sorts,
    order: { by: 'id', desc: true },
    filters: (): ListFilters<CodeFilter> => [
      chips(
        'state',
        // Deleted codes have a screen of their own.
        CODE_STATES.filter((state) => state !== 'recycled'),
        choices('codes.state', t('codes.column.state'), t('codes.filter.all')),
      ),
      given('batch', (batch) => t('codes.batch', { batch })),
      tagFilter((tag) => t('devices.filter.tag', { tag })),
      fieldFilter(fields.value, questionWords),
      appFilter(),
      select('type', CODE_TYPES, choices('codes.type', t('codes.column.type'), t('codes.filter.all_types'))),
      agentFilter(),
    ],
    read: (question, signal) => call('code_list', question, { signal }),
    label: (key) => t(`codes.column.${key}`),
    columns: () => [
      { key: 'kami', label: t('codes.column.code'), sort: 'kami' },
      { key: 'app', width: 'max-w-40', drop: 2, text: (row) => names.nameOf(row.app) },
      { key: 'type', digits: worth },
      { key: 'state', width: 'w-24' },
      { key: 'bound', width: 'max-w-56', digits: boundTo, title: true },
      { key: 'agent', width: 'max-w-32', unusual: true, text: (row) => agents.nameOf(row.agent) },
      { key: 'batch', width: 'w-20', unusual: true, digits: (row) => String(row.batch ?? '') },
      { key: 'ip', width: 'max-w-40', unusual: true, digits: addresses },
      { key: 'unbinds', width: 'w-20', align: 'end', unusual: true, digits: (row) => String(row.unbinds) },
      { key: 'note', width: 'max-w-40', drop: 1, text: (row) => row.note, title: true },
      { key: 'tags', label: t('fields.tags'), width: 'max-w-48', unusual: true },
      {
        key: 'seats',
        label: t('codes.column.seats'),
        width: 'w-20',
        unusual: true,
        digits: (row) => seatsText(row),
      },
      ...fieldColumns<CodeRecord>(fields.value),
      { key: 'created', sort: 'created_at', width: 'w-24', drop: 1, day: (row) => row.created_at },
      { key: 'used', sort: 'use_time', width: 'w-24', drop: 1, day: (row) => row.use_time },
      { key: 'ends', sort: 'end_time', width: 'w-24', day: (row) => row.end_time },
    ],
  })
}
