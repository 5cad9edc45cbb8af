import { computed, onScopeDispose, ref, shallowRef, watch, type Ref, type ShallowRef } from 'vue'
import type { Page } from '../../src-server/contract/paging.ts'
import { isAbort } from './console-error.ts'

/** The position of a page: after a cursor or, where the list has none, its number. */
export interface Place {
  readonly page: number
  readonly after?: string
}

export interface PagedList<R> {
  /** undefined until the first answer. The page before stays until the next one comes. */
  readonly rows: Readonly<ShallowRef<readonly R[] | undefined>>
  readonly total: Readonly<Ref<number>>
  /** false: there are more than `total`, because the count stopped early. */
  readonly exact: Readonly<Ref<boolean>>
  /** Counts from 1. */
  readonly page: Readonly<Ref<number>>
  readonly hasNext: Readonly<Ref<boolean>>
  readonly loading: Readonly<Ref<boolean>>
  /** The failure of the last call. */
  readonly error: Readonly<ShallowRef<unknown>>
  /** Reads the current page again. */
  readonly load: () => Promise<void>
  readonly first: () => void
  readonly previous: () => void
  readonly next: () => void
}

/** A list's answer, and whether its count is exact. */
type Counted<R> = Page<R> & { readonly total_exact?: boolean | undefined }

const FIRST: Place = { page: 1 }

/**
 * A server's list, one page at a time. `question` has filter, order and size; when it changes, the list
 * starts anew.
 * Pages use cursors, so that no row is lost or doubled while others are inserted. The starts of earlier pages
 * are stored here, not in the address. A newer query aborts the one before.
 */
export function usePagedList<Q extends object, R>(
  question: () => Q,
  read: (question: Q & Place, signal: AbortSignal) => Promise<Counted<R>>,
): PagedList<R> {
  const rows = shallowRef<readonly R[]>()
  const total = ref(0)
  const exact = ref(true)
  const places = shallowRef<readonly Place[]>([FIRST])
  const following = shallowRef<Place>()
  const loading = ref(false)
  const error = shallowRef<unknown>()
  let running: AbortController | undefined

  const here = () => places.value.at(-1) ?? FIRST
  const size = (asked: object) => ('size' in asked && typeof asked.size === 'number' ? asked.size : 50)

  async function load(): Promise<void> {
    running?.abort()
    const mine = new AbortController()
    running = mine
    loading.value = true
    try {
      const asked = { ...question(), ...here() }
      const answer = await read(asked, mine.signal)
      if (running !== mine) return
      rows.value = answer.rows
      total.value = answer.total
      exact.value = answer.total_exact !== false
      following.value = placeAfter(asked, answer)
      error.value = undefined
      // The last rows of the last page are gone: show the page before.
      if (answer.rows.length === 0 && places.value.length > 1) turnTo(places.value.slice(0, -1))
    } catch (failure) {
      if (!isAbort(failure)) error.value = failure
    } finally {
      if (running === mine) loading.value = false
    }
  }

  function placeAfter(asked: Q & Place, answer: Counted<R>): Place | undefined {
    const { rows: shown, total: all, next } = answer
    const page = asked.page + 1
    if (next === undefined) return asked.page * size(asked) < all ? { page } : undefined
    // A full last page also has a cursor. Beyond the first page the count is only approximate: rows may have
    // gone meanwhile.
    const counted = answer.total_exact !== false
    const isLast = counted && (asked.page === 1 ? all <= shown.length : all === asked.page * size(asked))
    return next === null || isLast ? undefined : { page, after: next }
  }

  function turnTo(next: readonly Place[]): void {
    places.value = next
    void load()
  }

  watch(
    () => JSON.stringify(question()),
    () => {
      turnTo([FIRST])
    },
    { immediate: true },
  )
  onScopeDispose(() => {
    running?.abort()
  })
  return {
    rows,
    total,
    exact,
    page: computed(() => here().page),
    hasNext: computed(() => following.value !== undefined),
    loading,
    error,
    load,
    first() {
      turnTo([FIRST])
    },
    previous() {
      if (places.value.length > 1) turnTo(places.value.slice(0, -1))
    },
    next() {
      // While a page is loading, the page after it is unknown.
      if (following.value !== undefined && !loading.value) turnTo([...places.value, following.value])
    },
  }
}
