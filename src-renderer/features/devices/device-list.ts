import { useI18n } from 'vue-i18n'
import { DEVICE_STATES, EXPIRY_SPANS } from '../../../src-server/contract/device-names.ts'
import { healthOf, HEALTHS, type Health } from '../../../src-server/contract/health.ts'
import { openPositionsOf } from '../../../src-server/contract/open-positions.ts'
import type { DeviceRecord } from '../../../src-server/contract/records/device.ts'
import { DEVICE } from '../../../src-server/contract/subjects/device.ts'
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
import { useFreshAgentNames } from '../../subjects/agents/agent-names.ts'
import {
  useApplicationFilter,
  useFreshApplicationNames,
} from '../../subjects/applications/application-names.ts'
import { useFreshFields } from '../../subjects/custom-fields/custom-fields.ts'
import { fieldColumns, fieldFilter, tagFilter } from '../../subjects/custom-fields/field-lists.ts'
import { useQuestionWords } from '../../subjects/custom-fields/field-questions.ts'
import { useDeviceLabel } from '../../subjects/devices/device-form.ts'
import { loadMarkets, markets } from '../../subjects/markets/markets.ts'
import { count, money } from '../../subjects/figures/figures.ts'

export type DeviceFilter = FilterOf<'device_list'>

export function deviceHealth({ account_key: key, telemetry }: DeviceRecord, now: number): Health {
  return healthOf(key, telemetry, now, markets.value)
}

/** The list of trading accounts. */
export function useDeviceList() {
  const { t } = useI18n()
  const questionWords = useQuestionWords()
  const choices = useChoiceWords()
  const labelOf = useDeviceLabel()
  const names = useFreshApplicationNames()
  const appFilter = useApplicationFilter(false)
  const agents = useFreshAgentNames()
  const fields = useFreshFields('devices')
  return useListScreen({
    name: 'devices',
    sorts: DEVICE.sorts,
    order: { by: 'id', desc: true },
    filters: (): ListFilters<DeviceFilter> => [
      chips('state', DEVICE_STATES, choices('live.device_state', labelOf('state'), t('devices.filter.all'))),
      given('agent', (id) => t('devices.filter.agent', { id })),
      tagFilter((tag) => t('devices.filter.tag', { tag })),
      fieldFilter(fields.value, questionWords),
      appFilter(),
      select('expires', EXPIRY_SPANS, choices('devices.span', labelOf('vip'), t('devices.filter.any_end'))),
      select('health', HEALTHS, choices('live.health', labelOf('health'), t('devices.filter.any_health'))),
    ],
    read: async (question, signal) => {
      await loadMarkets()
      return call('device_list', question, { signal })
    },
    exports: { name: 'trading-accounts', read: (order, signal) => call('device_export', order, { signal }) },
    label: labelOf,
    columns: () => [
      { key: 'key', sort: 'account_key', width: 'max-w-80 max-xl:max-w-60' },
      { key: 'label', sort: 'label', width: 'max-w-40', text: (row) => row.label, title: true },
      { key: 'app', width: 'max-w-36', drop: 2, text: (row) => names.nameOf(row.app) },
      { key: 'state', width: 'w-24' },
      { key: 'vip', sort: 'vip', width: 'w-44' },
      { key: 'health', width: 'w-20 2xl:w-32' },
      { key: 'equity', width: 'w-28', drop: 2, figure: (row) => money(row.telemetry?.equity ?? null) },
      { key: 'drawdown', align: 'end', width: 'w-20', drop: 1 },
      { key: 'positions', width: 'w-20', drop: 1, figure: (row) => count(openPositionsOf(row.telemetry)) },
      { key: 'controls', width: 'w-24', drop: 2 },
      { key: 'agent', width: 'max-w-36', unusual: true, text: (row) => agents.nameOf(row.agent) },
      { key: 'license', width: 'max-w-44', unusual: true, digits: (row) => row.license, title: true },
      { key: 'tags', width: 'max-w-48', unusual: true },
      ...fieldColumns<DeviceRecord>(fields.value),
      { key: 'note', width: 'max-w-40', unusual: true, text: (row) => row.note, title: true },
      { key: 'created', sort: 'created_at', width: 'w-28', unusual: true, day: (row) => row.created_at },
    ],
  })
}
