import { computed, type ComputedRef, type WritableComputedRef } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import type { TableSort } from '../../ui/table-column.ts'

const SIZES: readonly number[] = [50, 100, 200, 500]

export interface ListQuery {
  readonly size: WritableComputedRef<number>
  readonly search: WritableComputedRef<string>
  readonly sort: WritableComputedRef<TableSort, TableSort | undefined>
  /** The filters that are set, by name. */
  readonly filters: ComputedRef<Readonly<Record<string, string>>>
  /** Sets one filter. The empty string removes it. */
  readonly filter: (name: string, value: string) => void
  /** One filter for a field's v-model. The empty string is no filter. */
  readonly field: (name: string) => WritableComputedRef<string>
  readonly filtered: ComputedRef<boolean>
  readonly clear: () => void
  /** Everything that the address says about the list. A saved view keeps it. */
  readonly kept: ComputedRef<Readonly<Record<string, string>>>
  /** Shows what a saved view kept, and nothing else. */
  readonly show: (kept: Readonly<Record<string, string>>) => void
}

/** The filters, order and search of a list. The address keeps them, so people can share, reload and go back. The page is not among them. */
export function useListQuery(names: readonly string[], usual: TableSort): ListQuery {
  const route = useRoute()
  const router = useRouter()
  // While the page leaves, the route may already be another one.
  const own = route.name
  const members = [...names, 'search', 'sort', 'desc', 'size']
  /** Changes that aren't in the address yet. */
  let pending: Readonly<Record<string, string | undefined>> = {}

  function text(name: string): string {
    const value = route.query[name]
    return typeof value === 'string' ? value : ''
  }
  function number(name: string, otherwise: number): number {
    const value = Number(text(name))
    return Number.isInteger(value) && value > 0 ? value : otherwise
  }
  function change(changed: Readonly<Record<string, string | undefined>>): void {
    if (route.name !== own) return
    const asked = { ...pending, ...changed }
    pending = asked
    const query = { ...route.query, ...asked }
    const set = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
    void router.replace({ query: Object.fromEntries(set) }).finally(() => {
      if (pending === asked) pending = {}
    })
  }
  function setOf(of: readonly string[]): Record<string, string> {
    const set: Record<string, string> = {}
    for (const name of of) if (text(name) !== '') set[name] = text(name)
    return set
  }
  function filter(name: string, value: string): void {
    change({ [name]: value })
  }

  const filters = computed(() => setOf(names))
  return {
    size: computed({
      get: () => SIZES.find((size) => size === number('size', 50)) ?? 50,
      set: (size) => {
        change({ size: size === 50 ? undefined : String(size) })
      },
    }),
    search: computed({
      get: () => text('search'),
      set: (search) => {
        change({ search })
      },
    }),
    sort: computed({
      get: () => (text('sort') === '' ? usual : { by: text('sort'), desc: text('desc') === '1' }),
      set: (sort) => {
        change({ sort: sort?.by, desc: sort?.desc === true ? '1' : undefined })
      },
    }),
    filters,
    filter,
    field: (name) =>
      computed({
        get: () => text(name),
        set: (value) => {
          filter(name, value)
        },
      }),
    filtered: computed(() => text('search') !== '' || Object.keys(filters.value).length > 0),
    clear() {
      change({ ...Object.fromEntries(names.map((name) => [name, undefined])), search: undefined })
    },
    kept: computed(() => setOf(members)),
    show(kept) {
      change(Object.fromEntries(members.map((name) => [name, kept[name]])))
    },
  }
}
