import { useI18n } from 'vue-i18n'
import { useListColumns, type ListColumns } from '../../kit/list/columns.ts'

/** The columns of the list of codes. */
export function useCodeColumns(): ListColumns {
  const { t } = useI18n()
  return useListColumns('codes', () => [
    { key: 'kami', label: t('codes.column.code'), sort: 'kami' },
    { key: 'app', label: t('codes.column.app'), width: 'max-w-40', drop: 2 },
    { key: 'type', label: t('codes.column.type') },
    { key: 'state', label: t('codes.column.state'), width: 'w-24' },
    { key: 'bound', label: t('codes.column.bound'), width: 'max-w-56' },
    { key: 'agent', label: t('codes.column.agent'), width: 'max-w-32', unusual: true },
    { key: 'batch', label: t('codes.column.batch'), width: 'w-20', unusual: true },
    { key: 'ip', label: t('codes.column.ip'), width: 'max-w-40', unusual: true },
    { key: 'unbinds', label: t('codes.column.unbinds'), width: 'w-20', align: 'end', unusual: true },
    { key: 'note', label: t('codes.column.note'), width: 'max-w-40', drop: 1 },
    { key: 'created', label: t('codes.column.created'), sort: 'created_at', width: 'w-24', drop: 1 },
    { key: 'used', label: t('codes.column.first_used'), sort: 'use_time', width: 'w-24', drop: 1 },
    { key: 'ends', label: t('codes.column.ends'), sort: 'end_time', width: 'w-24' },
  ])
}

/** The columns of the recycle bin. */
export function useBinColumns(): ListColumns {
  const { t } = useI18n()
  return useListColumns('code-bin', () => [
    { key: 'kami', label: t('codes.column.code'), sort: 'kami' },
    { key: 'app', label: t('codes.column.app'), width: 'max-w-40' },
    { key: 'type', label: t('codes.column.type') },
    { key: 'bound', label: t('codes.column.bound'), width: 'max-w-56', drop: 2 },
    { key: 'note', label: t('codes.column.note'), width: 'max-w-40', drop: 1 },
    { key: 'recycled', label: t('codes.column.recycled'), sort: 'recycled_at', width: 'w-28' },
    { key: 'days', label: t('codes.column.days_left'), width: 'w-28', align: 'end' },
  ])
}
