import { computed, type ComputedRef } from 'vue'
import type { ActionInput } from '../../../src-server/contract/actions/index.ts'
import { SALE_STATES } from '../../../src-server/contract/sales-names.ts'
import type { ListQuery } from '../../app/list-query.ts'

export const SALE_FILTERS = ['state', 'agent', 'app', 'from', 'to'] as const
export type SaleQuestion = Pick<ActionInput<'sale_list'>, 'filter' | 'search' | 'sort' | 'desc'>
const SORTS = ['id', 'taken_at', 'sold_at'] as const
const DAY = 86_400

function wholeNumber(text: string | undefined): number | undefined {
  const value = Number(text)
  return Number.isInteger(value) && value > 0 ? value : undefined
}
/** "2027-03-01" → when that day begins in the viewer's zone, Unix seconds. */
export function dayStart(day: string | undefined): number | undefined {
  if (day === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(day)) return undefined
  const at = new Date(`${day}T00:00`).getTime()
  return Number.isNaN(at) ? undefined : Math.floor(at / 1000)
}

/** The address's filters as sale_list takes them; what it wouldn't take is left out. Days are whole ones. */
export function useSaleQuestion(query: ListQuery): ComputedRef<SaleQuestion> {
  return computed(() => {
    const { state, agent, app, from, to } = query.filters.value
    const last = dayStart(to)
    const chosen = {
      state: SALE_STATES.find((known) => known === state),
      agent: wholeNumber(agent),
      app: wholeNumber(app),
      from: dayStart(from),
      to: last === undefined ? undefined : last + DAY,
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
