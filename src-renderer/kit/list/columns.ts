import { computed, type ComputedRef } from 'vue'
import type { TableColumn } from '../../ui/table-column.ts'
import { usePreferences } from '../preferences/preferences.ts'

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

/** The columns of a list that this person sees. The server keeps the choice for this person. */
export function useListColumns<C extends TableColumn>(
  list: string,
  columns: () => readonly C[],
): ListColumns<C> {
  const preferences = usePreferences()
  const chosen = computed(() => preferences.kept.columns?.[list] ?? {})
  const all = computed(columns)

  function choose(next: Readonly<Record<string, boolean>>): void {
    preferences.change({ columns: { [list]: Object.keys(next).length > 0 ? next : null } })
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
