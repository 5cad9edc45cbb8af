import { useI18n } from 'vue-i18n'
import { useListColumns, type ListColumns } from '../../kit/list/columns.ts'

/** The columns of what leaves the machine. */
export function useMessageColumns(): ListColumns {
  const { t } = useI18n()
  return useListColumns('messages', () => [
    { key: 'created', label: t('messages.column.created'), width: 'w-40' },
    { key: 'state', label: t('messages.column.state'), width: 'w-28' },
    { key: 'purpose', label: t('messages.column.purpose'), width: 'max-w-48' },
    { key: 'to', label: t('messages.column.to'), width: 'max-w-52' },
    { key: 'device', label: t('messages.column.device'), width: 'max-w-52' },
    { key: 'text', label: t('messages.column.text'), width: 'max-w-72', drop: 2 },
    { key: 'app', label: t('messages.column.app'), width: 'max-w-40', drop: 2 },
    { key: 'reason', label: t('messages.column.reason'), width: 'max-w-72', drop: 1 },
    { key: 'attempts', label: t('messages.column.attempts'), width: 'w-20', align: 'end', unusual: true },
  ])
}
