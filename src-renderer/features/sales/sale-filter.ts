import { computed, type ComputedRef } from 'vue'
import type { ActionInput } from '../../../src-server/contract/actions/index.ts'
import { SALE_STATES } from '../../../src-server/contract/sales-names.ts'
import { dayStart, wholeNumber } from '../../kit/list/address-values.ts'
import type { ListQuery } from '../../kit/list/list-query.ts'

export const SALE_FILTERS = ['state', 'agent', 'app', 'from', 'to'] as const
export type SaleQuestion = Pick<ActionInput<'sale_list'>, 'filter' | 'search' | 'sort' | 'desc'>
const SORTS = ['id', 'taken_at', 'sold_at'] as const

/** The address's filters as sale_list takes them; what it wouldn't take is left out. Days are whole ones. */
export function useSaleQuestion(query: ListQuery): ComputedRef<SaleQuestion> {
  return computed(() => {
    const { state, agent, app, from, to } = query.filters.value
    const chosen = {
      state: SALE_STATES.find((known) => known === state),
      agent: wholeNumber(agent),
      app: wholeNumber(app),
      from: dayStart(from),
      // The last day is meant with all its hours.
      to: dayStart(to, 1),
    }
    return {
      filter: {
        ...(chosen.state === undefined ? {} : { state: chosen.state }),
        ...(chosen.agent === undefined ? {} : { agent: chosen.agent }),
        ...(chosen.app === undefined ? {} : { app: chosen.app }),
        ...(chosen.from === undefined ? {} : { from: chosen.from }),
        ...(chosen.to === undefined ? {} : { to: chosen.to }),
      },
      ...(query.search.value === '' ? {} : { search: query.search.value }),
      sort: SORTS.find((name) => name === query.sort.value.by) ?? 'id',
      desc: query.sort.value.desc,
    }
  })
}
