import { onScopeDispose, ref, shallowRef, watch, type Ref, type ShallowRef } from 'vue'
import type { Page } from '../../src-server/contract/paging.ts'
import { isAbort } from './console-error.ts'

export interface PagedList<R> {
  /** undefined until the first answer; the page before stays while the next comes. */
  readonly rows: Readonly<ShallowRef<readonly R[] | undefined>>
  readonly total: Readonly<Ref<number>>
  readonly loading: Readonly<Ref<boolean>>
  /** What the last call failed with. */
  readonly error: Readonly<ShallowRef<unknown>>
  readonly load: () => Promise<void>
}

/** One page of a server's list, read again whenever the question changes. A newer question ends the one before. */
export function usePagedList<Q, R>(
  question: () => Q,
  read: (question: Q, signal: AbortSignal) => Promise<Page<R>>,
): PagedList<R> {
  const rows = shallowRef<readonly R[]>()
  const total = ref(0)
  const loading = ref(false)
  const error = shallowRef<unknown>()
  let running: AbortController | undefined

  async function load(): Promise<void> {
    running?.abort()
    const mine = new AbortController()
    running = mine
    loading.value = true
    try {
      const answer = await read(question(), mine.signal)
      if (running !== mine) return
      rows.value = answer.rows
      total.value = answer.total
      error.value = undefined
    } catch (failure) {
      if (!isAbort(failure)) error.value = failure
    } finally {
      if (running === mine) loading.value = false
    }
  }

  watch(() => JSON.stringify(question()), load, { immediate: true })
  onScopeDispose(() => {
    running?.abort()
  })
  return { rows, total, loading, error, load }
}
