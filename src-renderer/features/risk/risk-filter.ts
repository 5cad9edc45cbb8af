import { computed, type ComputedRef } from 'vue'
import type { ActionInput } from '../../../src-server/contract/actions/index.ts'
import { RISK_KINDS } from '../../../src-server/contract/sales-names.ts'
import type { ListQuery } from '../../kit/list/list-query.ts'

export const FILTERS = ['state', 'kind', 'app'] as const
/** In the address; without a state only what is open is shown. */
export const STATES = ['acknowledged', 'all'] as const

/** The address's filters as risk_list takes them; what it wouldn't take is left out. */
export function useRiskQuestion(query: ListQuery): ComputedRef<ActionInput<'risk_list'>> {
  return computed(() => {
    const { state, kind: kindText, app: appText } = query.filters.value
    const kind = RISK_KINDS.find((known) => known === kindText)
    const app = Number(appText)
    return {
      ...(state === 'all' ? {} : { acknowledged: state === 'acknowledged' }),
      ...(kind === undefined ? {} : { kind }),
      ...(Number.isInteger(app) && app > 0 ? { app } : {}),
    }
  })
}
