import { onScopeDispose, ref, shallowRef, watch, type Ref, type ShallowRef } from 'vue'
import { isAbort } from './console-error.ts'

export interface Answer<T> {
  /** undefined until the server answers. */
  readonly value: ShallowRef<T | undefined>
  /** The failure of the last call. The value before it stays. */
  readonly failure: Readonly<ShallowRef<unknown>>
  readonly loading: Readonly<Ref<boolean>>
  readonly load: () => Promise<void>
}

/**
 * The server's answer to one question. Only the last call counts: it aborts the one before.
 * @param question where it changes, the old answer is dropped and `read` runs again
 * @param news where it changes, `read` runs again and the old answer stays until the new one comes
 */
export function useAnswer<T>(
  read: (signal: AbortSignal) => Promise<T>,
  question: () => unknown = () => undefined,
  news: () => unknown = () => undefined,
): Answer<T> {
  const value = shallowRef<T>()
  const failure = shallowRef<unknown>()
  const loading = ref(false)
  let running: AbortController | undefined

  async function load(): Promise<void> {
    running?.abort()
    const mine = (running = new AbortController())
    loading.value = true
    if (value.value === undefined) failure.value = undefined
    try {
      const answer = await read(mine.signal)
      if (mine.signal.aborted) return
      value.value = answer
      failure.value = undefined
    } catch (error) {
      if (!isAbort(error)) failure.value = error
    } finally {
      if (running === mine) loading.value = false
    }
  }
  watch(
    question,
    () => {
      value.value = undefined
      void load()
    },
    { immediate: true },
  )
  watch(news, load)
  onScopeDispose(() => running?.abort())
  return { value, failure, loading, load }
}
