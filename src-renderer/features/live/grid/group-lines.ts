import { computed } from 'vue'
import type { LiveRow } from '../rows/live-row.ts'
import { useBeginGroupAct } from '../groups/begin-group-act.ts'
import type { Chosen } from '../groups/group-choice.ts'
import { useLiveRows } from '../rows/live-rows.ts'
import { useMembers } from '../rows/member-names.ts'
import type { GroupLine } from '../rows/row-groups.ts'
import { useLiveView } from '../view/live-view.ts'
import type { RowSelection } from './row-selection.ts'

interface Table {
  readonly selection: RowSelection
  readonly focusRow: (index: number) => void
  readonly act: (what: string, rows: readonly LiveRow[]) => void
}

/** The heads of groups in the table: their names, ticks and acts. */
export function useGroupLines({ selection, focusRow, act }: Table) {
  const live = useLiveRows()
  const view = useLiveView()
  const members = useMembers()
  const beginGroupAct = useBeginGroupAct()

  /** The ticks of groups whose accounts were counted since the selection changed: heads are drawn each frame. */
  const counted = computed(() => ({
    ids: selection.ids.value,
    ticks: new WeakMap<readonly LiveRow[], boolean | 'some'>(),
  }))
  function tickedOf(rows: readonly LiveRow[]): boolean | 'some' {
    const { ids, ticks } = counted.value
    if (ids.size === 0) return false
    const known = ticks.get(rows)
    if (known !== undefined) return known
    const n = rows.filter(({ id }) => ids.has(id)).length
    const ticked = n === rows.length || (n > 0 && 'some')
    ticks.set(rows, ticked)
    return ticked
  }
  function actOnGroup({ value, rows }: GroupLine, what: string): void {
    const chosen: Chosen = { from: 'group', ids: rows.map(({ id }) => id) }
    if (what === 'tick') selection.setAll(rows, tickedOf(rows) === false)
    else if (what === 'open') view.toggleFold(value)
    else if (what === 'pauseOpen') beginGroupAct('pause-all', chosen)
    else if (what === 'close') beginGroupAct('close-all', chosen)
    else act(what, rows)
  }
  /** Closed from one of its accounts, a group has the focus on its head. */
  function fold(from: number, open: boolean): void {
    const head = live.lines.findLastIndex(({ kind }, index) => kind === 'group' && index <= from)
    const line = live.lines[head]
    if (line?.kind !== 'group' || line.open === open) return
    focusRow(head)
    view.toggleFold(line.value)
  }
  return {
    nameOf: ({ value }: GroupLine) => (view.grouping ? members.ofValue(view.grouping.by, value) : ''),
    tickedOf,
    actOnGroup,
    fold,
  }
}
