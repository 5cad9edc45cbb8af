import { computed, watch, type ComputedRef } from 'vue'
import type { ActionInput } from '../../../src-server/contract/actions/index.ts'
import type { RiskItem } from '../../../src-server/contract/actions/risks.ts'
import { useAnswer, type Answer } from '../../api/answer.ts'
import { call } from '../../api/console-client.ts'
import { useLiveStream } from '../../api/live-stream.ts'

export interface RiskList extends Pick<Answer<unknown>, 'loading' | 'load'> {
  /** undefined until the first answer; those before stay while others come. */
  readonly rows: ComputedRef<readonly RiskItem[] | undefined>
  /** There are more than are shown. */
  readonly isCut: ComputedRef<boolean>
  readonly error: Answer<unknown>['failure']
}

/** The risks a filter shows, read again whenever there are more or fewer. */
export function useRiskList(question: () => ActionInput<'risk_list'>): RiskList {
  const { value, failure, loading, load } = useAnswer((signal) => call('risk_list', question(), { signal }))
  const stream = useLiveStream()
  stream.on('risk', () => void load())
  stream.on('reset', () => void load())
  watch(() => JSON.stringify(question()), load)

  return {
    rows: computed(() => value.value?.rows),
    isCut: computed(() => value.value?.is_cut === true),
    loading,
    error: failure,
    load,
  }
}
