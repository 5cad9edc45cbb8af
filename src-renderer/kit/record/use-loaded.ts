import { onScopeDispose, shallowRef, watch, type ShallowRef } from 'vue'
import { isAbort } from '../../api/console-error.ts'

export interface Loaded<T> {
  /** undefined until it is read. */
  readonly value: ShallowRef<T | undefined>
  /** Why the last reading failed. */
  readonly failure: Readonly<ShallowRef<unknown>>
  readonly load: () => Promise<void>
}

/**
 * Something that a component reads when it opens, and again when `of` changes. A newer reading ends the one before.
 * @param of what the reading depends on
 */
export function useLoaded<T>(
  read: (signal: AbortSignal) => Promise<T>,
  of: () => unknown = () => undefined,
): Loaded<T> {
  const value = shallowRef<T>()
  const failure = shallowRef<unknown>()
  let running: AbortController | undefined

  async function load(): Promise<void> {
    running?.abort()
    const { signal } = (running = new AbortController())
    try {
      const found = await read(signal)
      if (signal.aborted) return
      value.value = found
      failure.value = undefined
    } catch (error) {
      if (!signal.aborted && !isAbort(error)) failure.value = error
    }
  }
  watch(of, load, { immediate: true })
  onScopeDispose(() => running?.abort())
  return { value, failure, load }
}
