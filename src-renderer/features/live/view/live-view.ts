import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { UPDATE_RATES } from '../../../../src-server/contract/preference-names.ts'
import { isFiltered, NO_FILTER, picksOf, type RowFilter } from '../rows/row-filter.ts'
import type { Grouping, GroupSort } from '../rows/row-groups.ts'
import type { MemberValue, RowMember } from '../rows/row-members.ts'
import { nextOrder, WORST_FIRST, type RowOrder, type SortKey } from '../rows/row-order.ts'
import { usePreferences } from '../../../kit/preferences/preferences.ts'
import { isSameBoard, type BoardState } from './board-address.ts'
import { keptView, savedViewsOf, type SavedView } from './saved-views.ts'

/** How often figures are drawn: at the display's rate, or so many times a second. */
export type UpdateRate = (typeof UPDATE_RATES)[number]

/** The table's filter, order and groups. */
export const useLiveView = defineStore('live-view', () => {
  const filter = shallowRef<RowFilter>(NO_FILTER)
  const order = shallowRef<RowOrder>(WORST_FIRST)
  const grouping = shallowRef<Grouping | null>(null)
  /** The groups that are open. */
  const unfolded = shallowRef<ReadonlySet<MemberValue>>(new Set())
  const preferences = usePreferences()
  const saved = computed(() => savedViewsOf(preferences.kept.board_views))
  const state = computed((): BoardState => ({
    filter: filter.value,
    order: order.value,
    grouping: grouping.value,
  }))
  const rate = computed<UpdateRate>({
    get: () => preferences.kept.update_rate ?? 'display',
    set: (chosen) => {
      preferences.change({ update_rate: chosen })
    },
  })
  const frozen = ref(false)

  function narrow(change: Partial<RowFilter>): void {
    filter.value = { ...filter.value, ...change }
  }
  function show(given: BoardState): void {
    if (grouping.value?.by !== given.grouping?.by) unfolded.value = new Set()
    filter.value = given.filter
    order.value = given.order
    grouping.value = given.grouping
  }

  return {
    filter,
    order,
    grouping,
    unfolded,
    state,
    saved,
    rate,
    frozen,
    filtered: computed(() => isFiltered(filter.value)),
    current: computed(() => saved.value.find((view) => isSameBoard(view, state.value))),
    narrow,
    /** Shows the accounts with this value only. null: with any. */
    pick(member: RowMember, value: MemberValue | null) {
      const others = picksOf(filter.value.picked).filter(([name]) => name !== member)
      const picks = value === null ? others : [...others, [member, value] as const]
      narrow({ picked: Object.fromEntries<MemberValue>(picks) })
    },
    clear() {
      filter.value = NO_FILTER
    },
    orderBy(key: SortKey) {
      order.value = nextOrder(order.value, key)
    },
    groupBy(by: RowMember | null) {
      show({ ...state.value, grouping: by && { sort: grouping.value?.sort ?? 'rows', by } })
    },
    sortGroups(sort: GroupSort) {
      if (grouping.value !== null) grouping.value = { ...grouping.value, sort }
    },
    /** Opens these groups and closes all others. */
    unfold(values: Iterable<MemberValue>) {
      unfolded.value = new Set(values)
    },
    toggleFold(value: MemberValue) {
      const changed = new Set(unfolded.value)
      if (!changed.delete(value)) changed.add(value)
      unfolded.value = changed
    },
    show,
    save(name: string) {
      preferences.change({ board_views: { [name]: keptView(state.value) } })
    },
    forget({ name }: SavedView) {
      preferences.change({ board_views: { [name]: null } })
    },
  }
})
