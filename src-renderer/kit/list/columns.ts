import { computed, shallowRef, type ComputedRef } from 'vue'
import type { TableColumn } from '../../ui/table-column.ts'
import { keep, readKept } from '../preferences/kept-choice.ts'

export interface ListColumns<C extends TableColumn = TableColumn> {
  /** The list's name, such as `codes`. */
  readonly list: string
  readonly all: ComputedRef<readonly C[]>
  readonly shown: ComputedRef<readonly C[]>
  /** Shows or hides a column. The first one names the row and always stays. */
  readonly show: (key: string, on: boolean) => void
  /** Shows exactly these columns, or the default ones where none of them is known. */
  readonly showOnly: (keys: readonly string[]) => void
}

/** The columns of a list that this person sees. This browser keeps the choice under the list's name. */
export function useListColumns<C extends TableColumn>(
  list: string,
  columns: () => readonly C[],
): ListColumns<C> {
  const key = `pulsekey.columns.${list}`
  const chosen = shallowRef(readChosen(key))
  const all = computed(columns)

  function choose(next: Readonly<Record<string, boolean>>): void {
    chosen.value = next
    keep(key, next)
  }
  return {
    list,
    all,
    shown: computed(() =>
      all.value.filter(
        (column, index) => index === 0 || (chosen.value[column.key] ?? column.unusual !== true),
      ),
    ),
    show(column, on) {
      choose({ ...chosen.value, [column]: on })
    },
    showOnly(keys) {
      const known = all.value.some((column) => keys.includes(column.key))
      choose(
        known ? Object.fromEntries(all.value.map((column) => [column.key, keys.includes(column.key)])) : {},
      )
    },
  }
}

/** Skips unknown columns, so that an old or edited store can't break the list. */
function readChosen(key: string): Readonly<Record<string, boolean>> {
  const kept = readKept(key)
  if (typeof kept !== 'object' || kept === null) return {}
  const entries = Object.entries(kept).filter(
    (entry): entry is [string, boolean] => typeof entry[1] === 'boolean',
  )
  return Object.fromEntries(entries)
}
