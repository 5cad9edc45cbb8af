import { computed, shallowRef, watch, type ComputedRef, type ShallowRef } from 'vue'
import { useRoute } from 'vue-router'
import { isAbort } from '../../api/console-error.ts'

export interface ShownRecord<R> {
  readonly id: ComputedRef<number>
  /** undefined until it is read, and while another one is. */
  readonly record: Readonly<ShallowRef<R | undefined>>
  readonly failure: Readonly<ShallowRef<unknown>>
  readonly load: () => Promise<void>
}

/** The record whose number stands in the address. */
export function useRecord<R>(read: (id: number, signal: AbortSignal) => Promise<R>): ShownRecord<R> {
  const route = useRoute()
  const id = computed(() => Number(route.params['id']))
  const record = shallowRef<R>()
  const failure = shallowRef<unknown>()
  let running: AbortController | undefined

  async function load(): Promise<void> {
    running?.abort()
    const { signal } = (running = new AbortController())
    try {
      record.value = await read(id.value, signal)
      failure.value = undefined
    } catch (error) {
      if (!isAbort(error)) failure.value = error
    }
  }
  watch(
    id,
    (asked) => {
      record.value = undefined
      // The route may be another one already while the page is leaving.
      if (Number.isFinite(asked)) void load()
    },
    { immediate: true },
  )
  return { id, record, failure, load }
}
