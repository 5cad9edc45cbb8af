import { computed, watch, type Ref } from 'vue'
import { usePreferences } from '../../../kit/preferences/preferences.ts'
import { PHONE, useMedia } from '../../../ui/use-media.ts'
import { useLiveRows } from '../rows/live-rows.ts'
import { useBoardColumns } from './column-arrangement.ts'
import { scrollInto, windowOf } from './grid-window.ts'
import { useGridBox } from './use-grid-box.ts'

/** px */
const HEAD = 32
const CARD = 60

/** Sizes of the table, its columns, and the lines in view. On a phone there are cards, and no heads. */
export function useGridLayout(box: Readonly<Ref<HTMLElement | null>>) {
  const live = useLiveRows()
  const preferences = usePreferences()
  const board = useBoardColumns()
  const { width, height, scrollTop, onScroll } = useGridBox(box)
  const phone = useMedia(PHONE)
  watch(width, (px) => (board.room = px), { immediate: true })

  const rowHeight = computed(() => (phone.value ? CARD : preferences.density === 'compact' ? 28 : 36))
  const bodyHeight = computed(() => Math.max(0, height.value - (phone.value ? 0 : HEAD)))
  const columns = computed(() => board.placement.columns)
  return {
    onScroll,
    phone,
    rowHeight,
    columns,
    rowsOnPage: () => Math.max(1, Math.floor(bodyHeight.value / rowHeight.value) - 1),
    template: computed(() => columns.value.map((column) => `${column.placed}px`).join(' ')),
    range: computed(() => windowOf(scrollTop.value, bodyHeight.value, rowHeight.value, live.lines.length)),
    /** Makes a line visible. */
    scrollTo: (index: number) => {
      if (!box.value) return
      const top = scrollInto(index, rowHeight.value, box.value.scrollTop, bodyHeight.value)
      if (top !== undefined) box.value.scrollTop = top
    },
  }
}
