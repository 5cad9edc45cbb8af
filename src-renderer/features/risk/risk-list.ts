import { computed, watch } from 'vue'
import type { ActionInput } from '../../../src-server/contract/actions/index.ts'
import { useAnswer } from '../../api/answer.ts'
import { call } from '../../api/console-client.ts'
import { useLiveStream } from '../../api/live-stream.ts'

/** The risks a filter shows, read again whenever there are more or fewer. */
export function useRiskList(question: () => ActionInput<'risk_list'>) {
  const { value, failure, loading, load } = useAnswer((signal) => call('risk_list', question(), { signal }))
  const stream = useLiveStream()
  stream.on('risk', () => void load())
  stream.on('reset', () => void load())
  watch(() => JSON.stringify(question()), load)

  return {
    /** undefined until the first answer; those before stay while others come. */
    rows: computed(() => value.value?.rows),
    /** There are more than are shown. */
    isCut: computed(() => value.value?.is_cut === true),
    loading,
    error: failure,
    load,
  }
}
