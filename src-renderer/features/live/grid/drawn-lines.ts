import { computed, type ComputedRef, type Ref } from 'vue'
import { useLiveRows } from '../rows/live-rows.ts'
import type { RowLine, ShownLine } from '../rows/row-groups.ts'
import { slotOf, type GridWindow } from './grid-window.ts'

interface DrawnLine<L extends ShownLine> {
  readonly line: L
  readonly index: number
  /** Lines that come into view take the elements of those that leave. */
  readonly key: number
}
interface DrawnLines {
  readonly rows: readonly DrawnLine<RowLine>[]
  readonly heads: readonly DrawnLine<Exclude<ShownLine, RowLine>>[]
}

/** The lines in a window of the table, made anew when their figures moved. */
export function useDrawnLines(range: Readonly<Ref<GridWindow>>): ComputedRef<DrawnLines> {
  const live = useLiveRows()
  return computed(() => {
    // Rows are plain. The call is what makes the computation follow them.
    live.followFigures()
    const { first, count } = range.value
    const rows: DrawnLine<RowLine>[] = []
    const heads: DrawnLine<Exclude<ShownLine, RowLine>>[] = []
    for (let index = first; index < first + count; index++) {
      const line = live.lines[index]
      const key = slotOf(index, range.value)
      if (line?.kind === 'row') rows.push({ line, index, key })
      else if (line) heads.push({ line, index, key })
    }
    return { rows, heads }
  })
}
