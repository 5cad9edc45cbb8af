import { computed, type ComputedRef, type WritableComputedRef } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import type { TableSort } from '../ui/table-column.ts'

const SIZES: readonly number[] = [50, 100, 200, 500]

export interface ListQuery {
  readonly page: WritableComputedRef<number>
  readonly size: WritableComputedRef<number>
  readonly search: WritableComputedRef<string>
  readonly sort: WritableComputedRef<TableSort, TableSort | undefined>
  /** The named filters that are set. */
  readonly filters: ComputedRef<Readonly<Record<string, string>>>
  /** Sets one filter; the empty string takes it away. */
  readonly filter: (name: string, value: string) => void
  readonly filtered: ComputedRef<boolean>
  readonly clear: () => void
}

/** What a list shows, kept in the address: a view can be shared, reloaded and gone back to. */
export function useListQuery(names: readonly string[], usual: TableSort): ListQuery {
  const route = useRoute()
  const router = useRouter()
  // The route may be another one already while the page is leaving.
  const own = route.name

  function text(name: string): string {
    const value = route.query[name]
    return typeof value === 'string' ? value : ''
  }
  function number(name: string, otherwise: number): number {
    const value = Number(text(name))
    return Number.isInteger(value) && value > 0 ? value : otherwise
  }
  function change(members: Record<string, string | undefined>): void {
    if (route.name !== own) return
    const query = { ...route.query, ...members }
    const kept = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
    void router.replace({ query: Object.fromEntries(kept) })
  }

  const filters = computed(() => {
    const set: Record<string, string> = {}
    for (const name of names) if (text(name) !== '') set[name] = text(name)
    return set
  })
  return {
    page: computed({
      get: () => number('page', 1),
      set: (page) => {
        change({ page: page === 1 ? undefined : String(page) })
      },
    }),
    size: computed({
      get: () => SIZES.find((size) => size === number('size', 50)) ?? 50,
      set: (size) => {
        change({ size: size === 50 ? undefined : String(size), page: undefined })
      },
    }),
    search: computed({
      get: () => text('search'),
      set: (search) => {
        change({ search, page: undefined })
      },
    }),
    sort: computed({
      get: () => (text('sort') === '' ? usual : { by: text('sort'), desc: text('desc') === '1' }),
      set: (sort) => {
        change({ sort: sort?.by, desc: sort?.desc === true ? '1' : undefined, page: undefined })
      },
    }),
    filters,
    filter(name, value) {
      change({ [name]: value, page: undefined })
    },
    filtered: computed(() => text('search') !== '' || Object.keys(filters.value).length > 0),
    clear() {
      change({
        ...Object.fromEntries(names.map((name) => [name, undefined])),
        search: undefined,
        page: undefined,
      })
    },
  }
}
