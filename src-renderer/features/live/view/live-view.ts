import { defineStore } from 'pinia'
import { computed, ref, shallowRef, type WritableComputedRef } from 'vue'
import type { UPDATE_RATES } from '../../../../src-server/contract/preference-names.ts'
import { isFiltered, NO_FILTER, type RowFilter } from '../rows/row-filter.ts'
import type { GroupBy, Grouping } from '../rows/row-groups.ts'
import { nextOrder, WORST_FIRST, type RowOrder, type SortKey } from '../rows/row-order.ts'
import { usePreferences } from '../../../kit/preferences/preferences.ts'
import { isSameView, keptView, savedViewsOf, type SavedView } from './saved-views.ts'

/** How often figures are drawn: at the display's rate, or so many times a second. */
export type UpdateRate = (typeof UPDATE_RATES)[number]

/** What the table shows and in which order. */
export const useLiveView = defineStore('live-view', () => {
  const filter = shallowRef<RowFilter>(NO_FILTER)
  const order = shallowRef<RowOrder>(WORST_FIRST)
  const grouping = shallowRef<Grouping | null>(null)
  /** The groups that are open. */
  const unfolded = shallowRef<ReadonlySet<string>>(new Set())
  const preferences = usePreferences()
  const saved = computed(() => savedViewsOf(preferences.kept.board_views))
  const rate = computed<UpdateRate>({
    get: () => preferences.kept.update_rate ?? 'display',
    set: (chosen) => {
      preferences.change({ update_rate: chosen })
    },
  })
  const frozen = ref(false)

  return {
    filter,
    order,
    grouping,
    unfolded,
    saved,
    rate,
    frozen,
    filtered: computed(() => isFiltered(filter.value)),
    current: computed(() =>
      saved.value.find((view) => isSameView(view, { filter: filter.value, order: order.value })),
    ),
    narrow(change: Partial<RowFilter>) {
      filter.value = { ...filter.value, ...change }
    },
    clear() {
      filter.value = NO_FILTER
    },
    orderBy(key: SortKey) {
      order.value = nextOrder(order.value, key)
    },
    groupBy(by: GroupBy | null) {
      grouping.value = by === null ? null : { sort: 'rows', ...grouping.value, by }
      unfolded.value = new Set()
    },
    unfold(values: Iterable<string>) {
      unfolded.value = new Set(values)
    },
    toggleFold(value: string) {
      const changed = new Set(unfolded.value)
      if (!changed.delete(value)) changed.add(value)
      unfolded.value = changed
    },
    show(view: SavedView) {
      filter.value = view.filter
      order.value = view.order
    },
    save(name: string) {
      preferences.change({ board_views: { [name]: keptView({ filter: filter.value, order: order.value }) } })
    },
    forget({ name }: SavedView) {
      preferences.change({ board_views: { [name]: null } })
    },
  }
})

/** A member of the filter for a field's v-model. The empty text is none. */
export function useFilterField(name: 'text' | 'server'): WritableComputedRef<string> {
  const view = useLiveView()
  return computed({
    get: () => view.filter[name] ?? '',
    set: (value) => {
      view.narrow(name === 'text' ? { text: value } : { server: value === '' ? null : value })
    },
  })
}
