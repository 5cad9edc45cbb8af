import { computed, type ComputedRef } from 'vue'
import type { ActionInput } from '../../../src-server/contract/actions/index.ts'
import type { ListQuery } from '../../kit/list/list-query.ts'

export const FILTERS = ['app', 'state'] as const
export const STATES = ['enabled', 'disabled'] as const
const SORTS = ['id', 'user', 'vip', 'created_at', 'last_login_at'] as const

/** Which accounts, without the page of them: the list, a bulk act and the export ask for the same. */
export type AccountQuestion = Pick<ActionInput<'account_list'>, 'search' | 'sort' | 'desc'> & {
  readonly filter: NonNullable<ActionInput<'account_list'>['filter']>
}

/** The address's filters as account_list takes them; what it wouldn't take is left out. */
export function useAccountQuestion(query: ListQuery): ComputedRef<AccountQuestion> {
  return computed(() => {
    const { app, state } = query.filters.value
    const number = Number(app)
    const known = STATES.find((name) => name === state)
    return {
      filter: {
        ...(Number.isInteger(number) && number > 0 ? { app: number } : {}),
        ...(known === undefined ? {} : { disabled: known === 'disabled' }),
      },
      ...(query.search.value === '' ? {} : { search: query.search.value }),
      sort: SORTS.find((name) => name === query.sort.value.by) ?? 'id',
      desc: query.sort.value.desc,
    }
  })
}
