import { computed } from 'vue'
import { defineStore } from 'pinia'
import { usePreferences } from '../../../kit/preferences/preferences.ts'
import { COLUMNS, type ColumnId } from '../grid/columns.ts'

const LIST = 'live'

/** Columns of the board that this person switched off. The server keeps the choice. */
export const useHiddenColumns = defineStore('live-hidden-columns', () => {
  const preferences = usePreferences()
  const chosen = computed(() => preferences.kept.columns?.[LIST] ?? {})
  return {
    hidden: computed<ReadonlySet<ColumnId>>(
      () => new Set(COLUMNS.map(({ id }) => id).filter((id) => chosen.value[id] === false)),
    ),
    show(id: ColumnId, on: boolean) {
      preferences.change({ columns: { [LIST]: { ...chosen.value, [id]: on } } })
    },
  }
})
