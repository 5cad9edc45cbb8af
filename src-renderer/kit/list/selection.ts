import { computed, ref, shallowRef, watch, type ComputedRef, type Ref, type WritableComputedRef } from 'vue'
import type { PagedList } from '../../api/paged-list.ts'

/** The rows of a bulk act, as `bulkTarget` of the contract takes them. */
export type BulkTarget<F> = { ids: number[] } | { filter: F; search?: string }

export interface ListSelection<F, R = unknown> {
  /** The ticked rows of every page. While all are chosen, the rows of the current page. */
  readonly ids: WritableComputedRef<ReadonlySet<number>>
  /** Everything that the list's filter matches, not only the ticked rows. */
  readonly all: Readonly<Ref<boolean>>
  readonly count: ComputedRef<number>
  readonly target: () => BulkTarget<F>
  /** The ticked rows of the visited pages. */
  readonly rows: () => R[]
  readonly chooseAll: () => void
  readonly clear: () => void
}

/** The ticked rows of a list, or all that match its filter. A new filter or search unticks everything. */
export function useListSelection<F extends object, R extends { readonly id: number }>(
  list: Pick<PagedList<R>, 'rows' | 'total'>,
  question: () => { readonly filter?: F | undefined; readonly search?: string | undefined },
): ListSelection<F, R> {
  const ticked = shallowRef<ReadonlySet<number>>(new Set())
  const all = ref(false)
  const seen = new Map<number, R>()

  function tickPage(): void {
    ticked.value = new Set(list.rows.value?.map(({ id }) => id))
  }
  function clear(): void {
    all.value = false
    ticked.value = new Set()
  }
  watch(list.rows, (rows) => {
    for (const row of rows ?? []) seen.set(row.id, row)
    if (all.value) tickPage()
  })
  watch(() => JSON.stringify([question().filter, question().search]), clear)

  return {
    ids: computed({
      get: () => ticked.value,
      set: (ids) => {
        all.value = false
        ticked.value = ids
      },
    }),
    all,
    count: computed(() => (all.value ? list.total.value : ticked.value.size)),
    target() {
      if (!all.value) return { ids: [...ticked.value] }
      const { filter, search } = question()
      // No filter is a filter without members.
      return { filter: filter ?? ({} as F), ...(search === undefined ? {} : { search }) }
    },
    rows: () => [...ticked.value].flatMap((id) => seen.get(id) ?? []),
    chooseAll() {
      all.value = true
      tickPage()
    },
    clear,
  }
}

/** The set with the item, or without it. */
export function withItem<T>(set: ReadonlySet<T>, item: T, on: boolean): ReadonlySet<T> {
  return on ? new Set([...set, item]) : new Set([...set].filter((other) => other !== item))
}
