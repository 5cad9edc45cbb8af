import { useI18n } from 'vue-i18n'
import { useListColumns, type ListColumns } from '../../kit/list/columns.ts'

/** The columns of the list of trading accounts. */
export function useDeviceColumns(): ListColumns {
  const { t } = useI18n()
  return useListColumns('devices', () => [
    { key: 'key', label: t('devices.column.key'), sort: 'account_key', width: 'max-w-80 max-xl:max-w-60' },
    { key: 'label', label: t('devices.column.label'), sort: 'label', width: 'max-w-40' },
    { key: 'app', label: t('devices.column.app'), width: 'max-w-36', drop: 2 },
    { key: 'state', label: t('devices.column.state'), width: 'w-24' },
    { key: 'vip', label: t('devices.column.vip'), sort: 'vip', width: 'w-44' },
    { key: 'health', label: t('devices.column.health'), width: 'w-20 2xl:w-32' },
    { key: 'equity', label: t('devices.column.equity'), align: 'end', width: 'w-28', drop: 2 },
    { key: 'drawdown', label: t('devices.column.drawdown'), align: 'end', width: 'w-20', drop: 1 },
    { key: 'positions', label: t('devices.column.positions'), align: 'end', width: 'w-20', drop: 1 },
    { key: 'controls', label: t('devices.column.controls'), width: 'w-24', drop: 2 },
    { key: 'agent', label: t('devices.column.agent'), width: 'max-w-36', unusual: true },
    { key: 'license', label: t('devices.column.license'), width: 'max-w-44', unusual: true },
    { key: 'note', label: t('devices.column.note'), width: 'max-w-40', unusual: true },
    { key: 'created', label: t('devices.column.created'), sort: 'created_at', width: 'w-28', unusual: true },
  ])
}
