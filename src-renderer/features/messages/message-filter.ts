import { computed, type ComputedRef } from 'vue'
import type { ActionInput } from '../../../src-server/contract/actions/index.ts'
import {
  MESSAGE_KINDS,
  MESSAGE_PURPOSES,
  MESSAGE_STATES,
} from '../../../src-server/contract/outgoing-names.ts'
import { wholeNumber } from '../../kit/list/address-values.ts'
import type { ListQuery } from '../../kit/list/list-query.ts'

export const FILTERS = ['state', 'kind', 'purpose', 'app', 'device'] as const

export type MessageFilter = NonNullable<ActionInput<'message_list'>['filter']>

/** The address's filters as message_list takes them; what it wouldn't take is left out. */
export function useMessageFilter(query: ListQuery): ComputedRef<MessageFilter> {
  return computed(() => {
    const { state, kind, purpose, app, device } = query.filters.value
    const given: { [K in keyof MessageFilter]: MessageFilter[K] | undefined } = {
      state: MESSAGE_STATES.find((known) => known === state),
      kind: MESSAGE_KINDS.find((known) => known === kind),
      purpose: MESSAGE_PURPOSES.find((known) => known === purpose),
      app: wholeNumber(app),
      device: wholeNumber(device),
    }
    return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  })
}
