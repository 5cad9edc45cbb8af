import { computed, type ComputedRef } from 'vue'
import type { ActionInput } from '../../../src-server/contract/actions/index.ts'
import { wholeNumber } from '../../kit/list/address-values.ts'
import type { ListQuery } from '../../kit/list/list-query.ts'
import { STATES, TYPES } from '../../subjects/codes/code-names.ts'

export const FILTERS = ['app', 'type', 'state', 'batch', 'agent'] as const

/** Which codes, without the page of them: the list and the export ask for the same. */
export type CodeQuestion = Pick<ActionInput<'code_list'>, 'filter' | 'search' | 'sort' | 'desc'>
const SORTS = ['id', 'kami', 'created_at', 'use_time', 'end_time', 'recycled_at'] as const

/** The address's filters as code_list takes them; what it wouldn't take is left out. */
export function useCodeQuestion(query: ListQuery): ComputedRef<CodeQuestion> {
  return computed(() => {
    const { app, type, state, batch, agent } = query.filters.value
    const chosen = {
      app: wholeNumber(app),
      type: TYPES.find((known) => known === type),
      state: STATES.find((known) => known === state),
      batch: wholeNumber(batch),
      agent: wholeNumber(agent),
    }
    return {
      filter: {
        ...(chosen.app === undefined ? {} : { app: chosen.app }),
        ...(chosen.type === undefined ? {} : { type: chosen.type }),
        ...(chosen.state === undefined ? {} : { state: chosen.state }),
        ...(chosen.batch === undefined ? {} : { batch: chosen.batch }),
        ...(chosen.agent === undefined ? {} : { agent: chosen.agent }),
      },
      ...(query.search.value === '' ? {} : { search: query.search.value }),
      sort: SORTS.find((name) => name === query.sort.value.by) ?? 'id',
      desc: query.sort.value.desc,
    }
  })
}
