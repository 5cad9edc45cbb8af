import { useI18n } from 'vue-i18n'
import { useListColumns, type ListColumns } from '../../kit/list/columns.ts'

/** The columns of the audit log. */
export function useAuditColumns(): ListColumns {
  const { t } = useI18n()
  return useListColumns('audit', () => [
    { key: 'at', label: t('audit.column.at'), width: 'w-40' },
    { key: 'person', label: t('audit.column.person'), width: 'max-w-52' },
    { key: 'action', label: t('audit.column.action'), width: 'max-w-64' },
    { key: 'subject', label: t('audit.column.subject'), width: 'max-w-64' },
    { key: 'app', label: t('audit.column.app'), width: 'max-w-40', drop: 2 },
    { key: 'changes', label: t('audit.column.changes'), width: 'max-w-72', drop: 2 },
    { key: 'ip', label: t('audit.column.ip'), width: 'w-36', drop: 1 },
    { key: 'id', label: t('audit.column.id'), width: 'w-24', align: 'end', unusual: true },
  ])
}
