import { computed, type ComputedRef } from 'vue'
import type { TableSort } from '../../ui/table-column.ts'
import type { FiltersGiven, ListFilters } from './list-filters.ts'
import { useListQuery, type ListQuery } from './list-query.ts'

/** The scope of the rows: the list, a bulk act and an export use the same. */
export interface ListMatch<F> {
  readonly filter: Partial<F>
  readonly search?: string
}

/**
 * A list's filters in the address, and the server's filter for them.
 * @param usual the default order
 * @param always the fixed part of the list's filter
 */
export function useListMatch<F extends object>(
  filtersOf: FiltersGiven<F>,
  usual: TableSort,
  always?: () => Partial<F>,
): {
  readonly query: ListQuery
  readonly filters: ComputedRef<ListFilters<F>>
  readonly match: ComputedRef<ListMatch<F>>
} {
  const names = filtersOf({}).map(({ name }) => name)
  const query = useListQuery(names, usual)
  const filters = computed(() => filtersOf(query.filters.value))
  const match = computed((): ListMatch<F> => {
    const filter = filters.value.reduce<Partial<F>>(
      (asked, { name, ask }) => ({ ...asked, ...ask(query.filters.value[name] ?? '') }),
      {},
    )
    const search = query.search.value
    return { filter: { ...filter, ...always?.() }, ...(search === '' ? {} : { search }) }
  })
  return { query, filters, match }
}
