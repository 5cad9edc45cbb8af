import { useI18n } from 'vue-i18n'
import { useListColumns, type ListColumns } from '../../kit/list/columns.ts'

/** The columns of the list of accounts. */
export function useAccountColumns(): ListColumns {
  const { t } = useI18n()
  return useListColumns('accounts', () => [
    { key: 'user', label: t('accounts.column.user'), sort: 'user' },
    { key: 'name', label: t('accounts.column.name'), width: 'max-w-40' },
    { key: 'qq', label: t('accounts.column.qq'), width: 'max-w-32' },
    { key: 'app', label: t('accounts.column.app'), width: 'max-w-40', drop: 2 },
    { key: 'state', label: t('accounts.column.state'), width: 'w-24' },
    { key: 'vip', label: t('accounts.column.vip'), sort: 'vip', width: 'w-48' },
    { key: 'login', label: t('accounts.column.last_login'), sort: 'last_login_at', width: 'w-40' },
    { key: 'ip', label: t('accounts.column.ip'), width: 'max-w-40', unusual: true },
    { key: 'created', label: t('accounts.column.created'), sort: 'created_at', width: 'w-28', drop: 2 },
  ])
}
