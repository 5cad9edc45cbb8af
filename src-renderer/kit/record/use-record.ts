import { computed, type ComputedRef, type ShallowRef } from 'vue'
import { useRoute } from 'vue-router'
import { useAnswer, type Answer } from '../../api/answer.ts'

export interface ShownRecord<R> extends Pick<Answer<R>, 'failure' | 'load'> {
  readonly id: ComputedRef<number>
  /** undefined until it is read, and while another one is. */
  readonly record: Readonly<ShallowRef<R | undefined>>
}

/** The record whose number is in the address. */
export function useRecord<R>(read: (id: number, signal: AbortSignal) => Promise<R>): ShownRecord<R> {
  const route = useRoute()
  const id = computed(() => Number(route.params['id']))
  // The route may be another one already while the page is leaving.
  const known = computed<number | undefined>((before) => (Number.isFinite(id.value) ? id.value : before))
  const {
    value: record,
    failure,
    load,
  } = useAnswer(
    (signal) => read(id.value, signal),
    () => known.value,
  )
  return { id, record, failure, load }
}
