import { useI18n } from 'vue-i18n'
import { ACCOUNT } from '../../../src-server/contract/subjects/account.ts'
import { call } from '../../api/console-client.ts'
import { chips, type FilterOf, type ListFilters, useChoiceWords } from '../../kit/list/list-filters.ts'
import { useListScreen } from '../../kit/list/use-list-screen.ts'
import {
  useApplicationFilter,
  useFreshApplicationNames,
} from '../../subjects/applications/application-names.ts'

type AccountFilter = FilterOf<'account_list'>
const STATES = ['enabled', 'disabled'] as const

/** The list of user accounts. */
export function useAccountList() {
  const { t } = useI18n()
  const choices = useChoiceWords()
  const names = useFreshApplicationNames()
  const appFilter = useApplicationFilter(false)
  return useListScreen({
    name: 'accounts',
    sorts: ACCOUNT.sorts,
    order: { by: 'id', desc: true },
    filters: (): ListFilters<AccountFilter> => [
      {
        ...chips(
          'state',
          STATES,
          choices('accounts.filter', t('accounts.column.state'), t('accounts.filter.all')),
        ),
        ask: (state) => (STATES.some((known) => known === state) ? { disabled: state === 'disabled' } : {}),
      },
      appFilter(),
    ],
    read: (question, signal) => call('account_list', question, { signal }),
    exports: { name: 'accounts', read: (order, signal) => call('account_export', order, { signal }) },
    label: (key) => t(`accounts.column.${key}`),
    columns: () => [
      { key: 'user', sort: 'user', look: 'num font-semibold', text: (row) => row.user },
      { key: 'name', width: 'max-w-40', text: (row) => row.name, title: true },
      { key: 'qq', width: 'max-w-32', look: 'num text-ink-2', text: (row) => row.qq },
      { key: 'app', width: 'max-w-40', drop: 2, text: (row) => names.nameOf(row.app) },
      { key: 'state', width: 'w-24' },
      { key: 'vip', sort: 'vip', width: 'w-48' },
      { key: 'login', sort: 'last_login_at', width: 'w-40', time: (row) => row.last_login_at },
      { key: 'ip', width: 'max-w-40', unusual: true, digits: (row) => row.registration_ip },
      { key: 'created', sort: 'created_at', width: 'w-28', drop: 2, day: (row) => row.created_at },
    ],
  })
}
