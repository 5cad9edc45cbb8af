import { computed, watch, type ComputedRef, type ShallowRef } from 'vue'
import { useRoute } from 'vue-router'
import { useLoaded, type Loaded } from './use-loaded.ts'

export interface ShownRecord<R> extends Pick<Loaded<R>, 'failure' | 'load'> {
  readonly id: ComputedRef<number>
  /** undefined until it is read, and while another one is. */
  readonly record: Readonly<ShallowRef<R | undefined>>
}

/** The record whose number is in the address. */
export function useRecord<R>(read: (id: number, signal: AbortSignal) => Promise<R>): ShownRecord<R> {
  const route = useRoute()
  const id = computed(() => Number(route.params['id']))
  // The route may be another one already while the page is leaving.
  const known = computed((before?: number) => (Number.isFinite(id.value) ? id.value : before))
  const { value, failure, load } = useLoaded(
    (signal) => read(id.value, signal),
    () => known.value,
  )
  watch(known, () => (value.value = undefined), { flush: 'sync' })
  return { id, record: value, failure, load }
}
