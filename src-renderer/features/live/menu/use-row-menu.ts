import type { Ref } from 'vue'
import type { LiveRow } from '../rows/live-row.ts'
import type { ShownLine } from '../rows/row-groups.ts'
import { elementOf } from '../grid/line-focus.ts'
import { useLongPress } from './long-press.ts'
import type { RowMenuPlace } from './row-menu.ts'

/** The number of the right mouse button. */
const RIGHT = 2
/** px from the edge of a row to a menu that a key opens. */
const INDENT = 64

/** The menu of a line: by a right click or a long press on the line, or by the menu key for the line with the focus. */
export function useRowMenu(table: {
  readonly box: Readonly<Ref<HTMLElement | null>>
  readonly lineAt: (element: Element) => ShownLine | undefined
  readonly activeLine: () => ShownLine | undefined
  readonly rowsOf: (line: ShownLine) => readonly LiveRow[]
  readonly open: (place: RowMenuPlace) => void
}) {
  function openMenu(event: MouseEvent): void {
    if (event.defaultPrevented || !(event.target instanceof Element)) return
    const isByKey = event.target === table.box.value && event.button !== RIGHT
    const line = isByKey ? table.activeLine() : table.lineAt(event.target)
    if (line === undefined) return
    event.preventDefault()
    const rows = table.rowsOf(line)
    if (rows.length === 0) return
    const row = isByKey ? document.getElementById(elementOf(line.id) ?? '') : null
    const { left, bottom } = row?.getBoundingClientRect() ?? {
      left: event.clientX - INDENT,
      bottom: event.clientY,
    }
    table.open({ rows, x: left + INDENT, y: bottom })
  }
  return { openMenu, press: useLongPress(openMenu) }
}
