import { computed, shallowRef, watch } from 'vue'
import type { ActionInput } from '../../../src-server/contract/actions/index.ts'
import type { RiskItem } from '../../../src-server/contract/actions/risks.ts'
import { useAnswer } from '../../api/answer.ts'
import { call } from '../../api/console-client.ts'
import { useLiveStream } from '../../api/live-stream.ts'

/** The groups of risks that a filter shows, and the risks of opened groups. Read again when there are more or fewer. */
export function useRiskList(question: () => ActionInput<'risk_groups'>) {
  const { value, failure, loading, load } = useAnswer((signal) => call('risk_groups', question(), { signal }))
  const stream = useLiveStream()
  stream.on('risk', () => void load())
  stream.on('reset', () => void load())
  watch(() => JSON.stringify(question()), load)

  /** By the keys of the opened groups. */
  const opened = shallowRef<ReadonlyMap<string, readonly RiskItem[]>>(new Map())
  async function read(group: string): Promise<void> {
    const { rows } = await call('risk_list', { group })
    opened.value = new Map([...opened.value, [group, rows]])
  }
  watch(value, (answer) => {
    const present = new Set(answer?.groups.map(({ key }) => key))
    opened.value = new Map([...opened.value].filter(([key]) => present.has(key)))
    for (const key of opened.value.keys()) read(key).catch(() => undefined)
  })

  return {
    /** undefined until the first answer; those before stay while others come. */
    rows: computed(() => value.value?.groups),
    /** There are more than are shown. */
    isCut: computed(() => value.value?.is_cut === true),
    opened,
    /** Shows the risks of a group, or hides them. */
    async toggle(group: string): Promise<void> {
      if (!opened.value.has(group)) return read(group)
      opened.value = new Map([...opened.value].filter(([key]) => key !== group))
    },
    loading,
    error: failure,
    load,
  }
}
