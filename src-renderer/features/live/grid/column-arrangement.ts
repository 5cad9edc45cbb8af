import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { ColumnLayout } from '../../../../src-server/contract/records/preferences.ts'
import { usePreferences } from '../../../kit/preferences/preferences.ts'
import { isFieldOf } from '../../../../src-server/contract/custom-field-names.ts'
import { useCustomFields } from '../../../subjects/custom-fields/custom-fields.ts'
import { columnsWith, type Column, type ColumnId } from './columns.ts'
import {
  arrange,
  boundWidth,
  isAlways,
  isPinned,
  isShown,
  moveColumn,
  placeColumns,
  type ColumnChoice,
} from './column-placement.ts'

const LIST = 'live'

/** The board's columns as this person arranged them. The server keeps the arrangement. */
export const useBoardColumns = defineStore('live-columns', () => {
  const preferences = usePreferences()
  const custom = useCustomFields()
  const fields = computed(() => custom.rows.filter((field) => isFieldOf('devices', field)))
  /** px of the table. */
  const room = ref(1200)
  /** The width of a column while its edge is dragged. */
  const dragged = shallowRef<Readonly<Record<string, number>>>({})
  const all = computed(() =>
    columnsWith(
      fields.value.map(({ id }) => id),
      preferences.locale,
    ),
  )
  const layout = computed(() => preferences.kept.column_layouts?.[LIST] ?? {})
  const choice = computed<ColumnChoice>(() => ({
    shown: preferences.kept.columns?.[LIST] ?? {},
    layout: { ...layout.value, widths: { ...layout.value.widths, ...dragged.value } },
  }))
  const placement = computed(() => placeColumns(all.value, room.value, choice.value))

  function change(part: ColumnLayout): void {
    preferences.change({ column_layouts: { [LIST]: { ...layout.value, ...part } } })
  }
  const withOrWithout = (ids: readonly string[], id: string, on: boolean) => [
    ...ids.filter((one) => one !== id),
    ...(on ? [id] : []),
  ]

  function move(id: ColumnId, before: ColumnId | undefined): void {
    if (id === before) return
    const target = all.value.find((column) => column.id === before)
    const order = moveColumn(all.value, choice.value, id, before)
    const own = all.value.find((column) => column.id === id)
    // A column that is put among the pinned ones stays there, and one that leaves them scrolls.
    const isAmong = target !== undefined && isPinned(target, choice.value)
    if (own === undefined || isPinned(own, choice.value) === isAmong) change({ order })
    else change({ order, pinned: withOrWithout(pinnedIds(), id, isAmong) })
  }
  const pinnedIds = () =>
    all.value.filter((column) => column.id !== 'select' && isPinned(column, choice.value)).map(({ id }) => id)

  return {
    room,
    all,
    placement,
    isShown: (column: Column) => isShown(column, choice.value),
    isPinned: (column: Column) => isPinned(column, choice.value),
    isAlways: (column: Column) => isAlways(column, choice.value),
    isArranged: computed(
      () => Object.keys(layout.value).length > 0 || Object.keys(choice.value.shown).length > 0,
    ),
    show(id: ColumnId, on: boolean) {
      preferences.change({ columns: { [LIST]: { ...choice.value.shown, [id]: on } } })
    },
    /** The table scrolls sideways where the window has no room for the column. */
    insist(id: ColumnId, on: boolean) {
      change({ always: withOrWithout(layout.value.always ?? [], id, on) })
    },
    pin(id: ColumnId, on: boolean) {
      change({ pinned: withOrWithout(pinnedIds(), id, on) })
    },
    move,
    /** Changes places with the visible neighbour. */
    step(id: ColumnId, by: 1 | -1) {
      const order = arrange(all.value, choice.value)
      const visible = placement.value.columns.map((column) => column.id)
      const at = visible.indexOf(id)
      if (at + by < 1 || at + by >= visible.length) return
      const target = visible[by === 1 ? at + 2 : at - 1]
      const own = order.find((column) => column.id === id)
      const neighbour = order.find((column) => column.id === visible[at + by])
      if (own === undefined || neighbour === undefined) return
      // The border of the pinned columns is a step of its own.
      if (isPinned(own, choice.value) !== isPinned(neighbour, choice.value))
        change({ pinned: withOrWithout(pinnedIds(), id, by === -1) })
      else change({ order: moveColumn(all.value, choice.value, id, target) })
    },
    drag(id: ColumnId, width: number) {
      dragged.value = { [id]: boundWidth(width) }
    },
    /** undefined: the width that the table gives it. */
    resize(id: ColumnId, width: number | undefined) {
      const { [id]: _, ...others } = layout.value.widths ?? {}
      dragged.value = {}
      change({ widths: width === undefined ? others : { ...others, [id]: boundWidth(width) } })
    },
    reset() {
      preferences.change({ columns: { [LIST]: null }, column_layouts: { [LIST]: null } })
    },
  }
})
