import { ref, watch, type Ref } from 'vue'
import { useLiveRows } from '../rows/live-rows.ts'
import type { LineId, ShownLine } from '../rows/row-groups.ts'

/** The id of a line's element. */
export function elementOf(id: LineId | null): string | undefined {
  return typeof id === 'number' ? `account-${id}` : (id ?? undefined)
}

/**
 * The line with the focus: an account, or the head of a group.
 * @param active the account with the focus
 * @param scrollTo makes a line visible
 */
export function useLineFocus(active: Ref<number | null>, scrollTo: (index: number) => void) {
  const live = useLiveRows()
  const place = ref<LineId | null>(null)
  const activeIndex = () => live.lines.findIndex((line) => line.id === place.value)
  watch(active, (id) => {
    const line = live.lines[activeIndex()]
    if (line?.kind !== 'row' || line.row.id !== id) place.value = id
  })

  function focusLine(line: ShownLine): void {
    place.value = line.id
    if (line.kind === 'row') active.value = line.row.id
  }
  function focusRow(index: number): void {
    const target = Math.max(0, Math.min(live.lines.length - 1, index))
    const line = live.lines[target]
    if (!line) return
    focusLine(line)
    scrollTo(target)
  }
  /** The next account in a direction from the one in the panel. Heads of groups are skipped. */
  function step(from: number, by: 1 | -1): void {
    let index = live.lines.findIndex((line) => line.kind === 'row' && line.row.id === from) + by
    while (live.lines[index] !== undefined && live.lines[index]?.kind !== 'row') index += by
    if (live.lines[index] !== undefined) focusRow(index)
  }
  return { place, activeIndex, focusLine, focusRow, step }
}
