import { useI18n } from 'vue-i18n'
import type { MessageRecord } from '../../../src-server/contract/actions/messages.ts'
import {
  MESSAGE_KINDS,
  MESSAGE_PURPOSES,
  MESSAGE_STATES,
} from '../../../src-server/contract/outgoing-names.ts'
import { call } from '../../api/console-client.ts'
import {
  chips,
  days,
  given,
  select,
  type FilterOf,
  type ListFilters,
  useChoiceWords,
} from '../../kit/list/list-filters.ts'
import { useListScreen } from '../../kit/list/use-list-screen.ts'
import {
  useApplicationFilter,
  useFreshApplicationNames,
} from '../../subjects/applications/application-names.ts'
import { useMessageWords } from '../../subjects/messages/message-words.ts'
import { useMessageCounts } from './message-counts.ts'

/** The list of what leaves the machine. */
export function useMessageList() {
  const { t } = useI18n()
  const choices = useChoiceWords()
  const words = useMessageWords()
  const appFilter = useApplicationFilter()
  useFreshApplicationNames()
  const store = useMessageCounts()
  const reasonOf = ({ last_error: error, kind }: MessageRecord) => words.reason(error, kind)
  const adviceOf = ({ last_error: error, kind }: MessageRecord) => words.advice(error, kind)
  const list = useListScreen({
    name: 'messages',
    order: { by: 'id', desc: true },
    filters: (): ListFilters<FilterOf<'message_list'>> => [
      chips('state', MESSAGE_STATES, {
        label: t('messages.column.state'),
        all: t('messages.filter.all_states'),
        text: (state) => t(`messages.state.${state}`),
        count: (state) => (state === 'sent' ? undefined : store.counts?.[state]),
      }),
      select('kind', MESSAGE_KINDS, {
        ...choices('messages.kind', t('messages.filter.kind'), t('messages.filter.all_kinds')),
        lead: true,
      }),
      select('purpose', MESSAGE_PURPOSES, {
        ...choices('messages.purpose', t('messages.column.purpose'), t('messages.filter.all_purposes')),
        lead: true,
      }),
      ...days({ from: t('sales.from'), to: t('sales.to') }),
      appFilter(),
      given('device', (id) => t('messages.filter.about', { name: accountOf(id) })),
    ],
    read: (question, signal) => call('message_list', question, { signal }),
    label: (key) => t(`messages.column.${key}`),
    columns: () => [
      { key: 'created', width: 'w-40', time: (row) => row.created_at },
      { key: 'state', width: 'w-28' },
      {
        key: 'purpose',
        width: 'max-w-48',
        look: 'font-medium',
        text: (row) => t(`messages.purpose.${row.purpose}`),
      },
      { key: 'to', width: 'max-w-52', digits: words.recipient, title: (row) => row.to },
      { key: 'device', width: 'max-w-52', look: 'num', digits: (row) => row.account_key, title: true },
      { key: 'text', width: 'max-w-72', drop: 2, text: (row) => row.subject || row.text },
      { key: 'app', width: 'max-w-40', drop: 2, text: (row) => row.app_name || '—' },
      { key: 'reason', width: 'max-w-72', drop: 1, text: reasonOf, title: adviceOf },
      { key: 'attempts', width: 'w-20', unusual: true, number: (row) => row.attempts },
    ],
  })
  /** The trading account's name, as far as a row that is shown says it. */
  function accountOf(id: string): string {
    return list.rows.value?.find((row) => String(row.device) === id)?.account_key ?? `#${id}`
  }
  return list
}
