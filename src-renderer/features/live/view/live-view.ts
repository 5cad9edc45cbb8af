import { defineStore } from 'pinia'
import { computed, ref, shallowRef, watch, type WritableComputedRef } from 'vue'
import { isFiltered, NO_FILTER, type RowFilter } from '../rows/row-filter.ts'
import { nextOrder, WORST_FIRST, type RowOrder, type SortKey } from '../rows/row-order.ts'
import { keep, readKept } from '../../../kit/preferences/kept-choice.ts'
import { isSameView, parseSavedViews, withView, type SavedView } from './saved-views.ts'

const VIEWS_KEY = 'pulsekey.live.views'
const RATE_KEY = 'pulsekey.live.rate'

/** How often figures are drawn: at the display's rate, or so many times a second. */
export const UPDATE_RATES = ['display', '4', '1'] as const
export type UpdateRate = (typeof UPDATE_RATES)[number]

/** What the table shows and in which order. */
export const useLiveView = defineStore('live-view', () => {
  const filter = shallowRef<RowFilter>(NO_FILTER)
  const order = shallowRef<RowOrder>(WORST_FIRST)
  const saved = shallowRef<SavedView[]>(parseSavedViews(readKept(VIEWS_KEY)))
  const rate = ref<UpdateRate>(UPDATE_RATES.find((known) => known === readKept(RATE_KEY)) ?? 'display')
  const frozen = ref(false)

  watch(saved, (views) => {
    keep(VIEWS_KEY, views)
  })
  watch(rate, (chosen) => {
    keep(RATE_KEY, chosen)
  })

  return {
    filter,
    order,
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
    show(view: SavedView) {
      filter.value = view.filter
      order.value = view.order
    },
    save(name: string) {
      saved.value = withView(saved.value, { name, filter: filter.value, order: order.value })
    },
    forget({ name }: SavedView) {
      saved.value = saved.value.filter((view) => view.name !== name)
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
