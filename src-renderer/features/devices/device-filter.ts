import { computed, type ComputedRef } from 'vue'
import type { ActionInput } from '../../../src-server/contract/actions/index.ts'
import type { Health } from '../../../src-server/contract/health.ts'
import type { DeviceState, ExpirySpan } from '../../../src-server/contract/records/device.ts'
import { wholeNumber } from '../../kit/list/address-values.ts'
import type { ListQuery } from '../../kit/list/list-query.ts'

export const FILTERS = ['app', 'state', 'health', 'expires', 'agent'] as const
export const STATES: readonly DeviceState[] = ['active', 'expired', 'disabled']
export const HEALTHS: readonly Health[] = ['live', 'late', 'silent', 'closed', 'never']
export const SPANS: readonly ExpirySpan[] = ['past', '1', '7', '14', '30']
const SORTS = ['id', 'account_key', 'label', 'vip', 'created_at'] as const

/** Which trading accounts, without the page of them: the list, a bulk act and the export ask for the same. */
export type DeviceQuestion = Pick<ActionInput<'device_list'>, 'search' | 'sort' | 'desc'> & {
  readonly filter: NonNullable<ActionInput<'device_list'>['filter']>
}

/** The address's filters as device_list takes them; what it wouldn't take is left out. */
export function useDeviceQuestion(query: ListQuery): ComputedRef<DeviceQuestion> {
  return computed(() => {
    const given = query.filters.value
    const app = wholeNumber(given['app'])
    const agent = wholeNumber(given['agent'])
    const state = STATES.find((known) => known === given['state'])
    const health = HEALTHS.find((known) => known === given['health'])
    const expires = SPANS.find((known) => known === given['expires'])
    return {
      filter: {
        ...(app === undefined ? {} : { app }),
        ...(agent === undefined ? {} : { agent }),
        ...(state === undefined ? {} : { state }),
        ...(health === undefined ? {} : { health }),
        ...(expires === undefined ? {} : { expires }),
      },
      ...(query.search.value === '' ? {} : { search: query.search.value }),
      sort: SORTS.find((name) => name === query.sort.value.by) ?? 'id',
      desc: query.sort.value.desc,
    }
  })
}
