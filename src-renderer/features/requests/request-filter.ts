import { computed, type ComputedRef } from 'vue'
import type { ActionInput } from '../../../src-server/contract/actions/index.ts'
import {
  REQUEST_KINDS,
  REQUEST_STATES,
  type RequestKind,
  type RequestState,
} from '../../../src-server/contract/request-names.ts'
import { wholeNumber } from '../../kit/list/address-values.ts'
import type { ListQuery } from '../../kit/list/list-query.ts'
import { ANY_STATE } from '../../subjects/requests/any-state.ts'

export const FILTERS = ['state', 'kind', 'app', 'agent'] as const

export interface RequestQuestion {
  readonly filter: NonNullable<ActionInput<'auth_request_list'>['filter']>
  readonly search?: string
  readonly sort: 'created_at'
  readonly desc: boolean
}

function stateOf(text: string | undefined): RequestState | undefined {
  return text === ANY_STATE ? undefined : (REQUEST_STATES.find((known) => known === text) ?? 'pending')
}

/** The address's filters as auth_request_list takes them; what it wouldn't take is left out. */
export function useRequestQuestion(query: ListQuery): ComputedRef<RequestQuestion> {
  return computed(() => {
    const given = query.filters.value
    const state = stateOf(given['state'])
    const kind: RequestKind | undefined = REQUEST_KINDS.find((known) => known === given['kind'])
    const app = wholeNumber(given['app'])
    const agent = wholeNumber(given['agent'])
    return {
      filter: {
        ...(state === undefined ? {} : { state }),
        ...(kind === undefined ? {} : { kind }),
        ...(app === undefined ? {} : { app }),
        ...(agent === undefined ? {} : { agent }),
      },
      ...(query.search.value === '' ? {} : { search: query.search.value }),
      sort: 'created_at',
      desc: query.sort.value.desc,
    }
  })
}
