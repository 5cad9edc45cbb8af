import { shallowRef, type Ref } from 'vue'
import type { ShownLine } from '../rows/row-groups.ts'

/** The ticked accounts, by id: a selection outlives filters and reordering. */
export interface RowSelection {
  readonly ids: Readonly<Ref<ReadonlySet<number>>>
  set(id: number, on: boolean): void
  setAll(rows: Iterable<{ readonly id: number }>, on: boolean): void
  /** Every account between the two lines, ends included. */
  addRange(lines: readonly ShownLine[], from: number, to: number): void
  replace(ids: Iterable<number>): void
  clear(): void
}

export function createRowSelection(): RowSelection {
  const ids = shallowRef<ReadonlySet<number>>(new Set())
  function setAll(rows: Iterable<{ readonly id: number }>, on: boolean): void {
    const changed = new Set(ids.value)
    for (const { id } of rows)
      if (on) changed.add(id)
      else changed.delete(id)
    ids.value = changed
  }
  return {
    ids,
    set(id, on) {
      setAll([{ id }], on)
    },
    setAll,
    addRange(lines, from, to) {
      const between = lines.slice(Math.min(from, to), Math.max(from, to) + 1)
      setAll(
        between.flatMap((line) => (line.kind === 'row' ? line.row : [])),
        true,
      )
    },
    replace(chosen) {
      ids.value = new Set(chosen)
    },
    clear() {
      ids.value = new Set()
    },
  }
}
