import { computed, type ComputedRef } from 'vue'
import { useI18n } from 'vue-i18n'
import { FLEET_DIMENSIONS, type FleetDimension } from '../../../src-server/contract/fleet-names.ts'
import { dayStart, wholeNumber } from '../../kit/list/address-values.ts'
import { chips, days, useChoiceWords, type ListFilters } from '../../kit/list/list-filters.ts'
import { useListQuery, type ListQuery } from '../../kit/list/list-query.ts'
import { useSession } from '../../kit/session/session.ts'
import { useAgentFilter } from '../../subjects/agents/agent-names.ts'
import type { FieldRecord } from '../../../src-server/contract/records/custom-field.ts'
import type { CustomValueFilter } from '../../../src-server/contract/subjects/custom-values.ts'
import { fieldOf, isFieldMember, type FieldMember } from '../../subjects/custom-fields/field-member.ts'
import { useFreshFields } from '../../subjects/custom-fields/custom-fields.ts'
import { fieldFilter } from '../../subjects/custom-fields/field-lists.ts'
import { readAsked, useQuestionWords } from '../../subjects/custom-fields/field-questions.ts'
import { useApplicationFilter } from '../../subjects/applications/application-names.ts'
import { serverNow } from '../../subjects/clock/server-clock.ts'

const DAY = 86_400
/** The days of each period that ends today. `own` is chosen by its first and last day. */
const PERIODS = { week: 7, month: 30, quarter: 90, year: 365 } as const
const USUAL: keyof typeof PERIODS = 'week'
const UNUSUAL = ['month', 'quarter', 'year', 'own'] as const

/** The groups of accounts. */
export type FleetGroup = Exclude<FleetDimension, 'field'> | FieldMember
/** The tables of the page: groups of accounts, or accounts. */
export type FleetTable = FleetGroup | 'account'

/** The groups as the server takes them. */
export function dimensionOf(group: FleetGroup): { readonly by: FleetDimension; readonly field?: number } {
  return isFieldMember(group) ? { by: 'field', field: fieldOf(group) } : { by: group }
}

/** The accounts of a caller's wish, as every action of the fleet takes them. */
export interface FleetPlace {
  readonly app?: number
  readonly agent?: number
  readonly currency?: string
  readonly having?: CustomValueFilter
}

export interface FleetQuery {
  readonly query: ListQuery
  readonly filters: ComputedRef<ListFilters<unknown>>
  readonly place: ComputedRef<FleetPlace>
  /** The period up to now, Unix seconds. */
  readonly span: () => { readonly from: number; readonly to: number }
  readonly table: ComputedRef<FleetTable>
  readonly tables: ComputedRef<readonly FleetTable[]>
  readonly fields: ComputedRef<readonly FieldRecord[]>
}

/** The subject of the page. The address keeps it. */
export function useFleetQuery(): FleetQuery {
  const { t } = useI18n()
  const session = useSession()
  const questionWords = useQuestionWords()
  const [appFilter, agentFilter, wordsOf] = [
    useApplicationFilter(false),
    useAgentFilter(false),
    useChoiceWords(),
  ]
  const names = ['period', 'from', 'to', 'app', 'agent', 'currency', 'by', 'drawdown', 'rate', 'field']
  const query = useListQuery(names, { by: 'accounts', desc: true })
  const given = (name: string) => query.filters.value[name] ?? ''
  const isOwn = computed(() => given('period') === 'own')
  const fields = useFreshFields('devices')
  const tables = computed((): readonly FleetTable[] => [
    ...FLEET_DIMENSIONS.filter((one) => one !== 'agent' || session.role !== 'agent').flatMap((one) =>
      one === 'field' ? fields.value.map(({ id }) => `field-${id}` as const) : one,
    ),
    'account',
  ])
  return {
    query,
    filters: computed(() => [
      chips('period', UNUSUAL, wordsOf('fleet.period', t('fleet.period.name'), t(`fleet.period.${USUAL}`))),
      ...(isOwn.value ? days({ from: t('fleet.period.from'), to: t('fleet.period.to'), lead: true }) : []),
      appFilter(),
      ...(session.role === 'agent' ? [] : [agentFilter()]),
      fieldFilter(fields.value, questionWords),
    ]),
    place: computed(() => {
      const [app, agent] = [wholeNumber(given('app')), wholeNumber(given('agent'))]
      const currency = given('currency')
      const having = readAsked(given('field'))
      return {
        ...(app !== undefined && { app }),
        ...(agent !== undefined && { agent }),
        ...(having !== undefined && { having }),
        ...(currency !== '' && { currency: currency === NO_CURRENCY ? '' : currency }),
      }
    }),
    span: () => spanOf(query.filters.value, serverNow()),
    table: computed(() => tables.value.find((one) => one === given('by')) ?? tables.value[0] ?? 'app'),
    tables,
    fields,
  }
}

/** In the address, where an empty text would be no choice. */
export const NO_CURRENCY = '-'

/** An own period has 400 days at most. Without its days it has as many as the usual one. */
export function spanOf(
  { period = '', from, to }: Readonly<Record<string, string>>,
  now: number,
): { readonly from: number; readonly to: number } {
  if (period === 'own') {
    const end = Math.min(now, (dayStart(to, 1) ?? now + 1) - 1)
    const begin = dayStart(from) ?? end - (PERIODS[USUAL] - 1) * DAY
    return { from: Math.min(end, Math.max(begin, end - MOST_DAYS * DAY)), to: end }
  }
  const length = Object.entries(PERIODS).find(([name]) => name === period)?.[1] ?? PERIODS[USUAL]
  return { from: now - (length - 1) * DAY, to: now }
}
const MOST_DAYS = 399
