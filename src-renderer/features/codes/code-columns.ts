import { useI18n } from 'vue-i18n'
import { useListColumns, type ListColumns } from '../../app/list/columns.ts'

/** The columns of the list of codes. */
export function useCodeColumns(): ListColumns {
  const { t } = useI18n()
  return useListColumns('codes', () => [
    { key: 'kami', label: t('codes.column.code'), sort: 'kami' },
    { key: 'app', label: t('codes.column.app'), width: 'max-w-40', drop: 1 },
    { key: 'type', label: t('codes.column.type') },
    { key: 'state', label: t('codes.column.state'), width: 'w-24' },
    { key: 'bound', label: t('codes.column.bound'), width: 'max-w-56' },
    { key: 'note', label: t('codes.column.note'), width: 'max-w-40', drop: 1 },
    { key: 'created', label: t('codes.column.created'), sort: 'created_at', width: 'w-24', drop: 2 },
    { key: 'used', label: t('codes.column.first_used'), sort: 'use_time', width: 'w-24', drop: 1 },
    { key: 'ends', label: t('codes.column.ends'), sort: 'end_time', width: 'w-24' },
  ])
}
