import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import { COLUMNS, type ColumnId } from '../grid/columns.ts'
import { withItem } from '../../../kit/list/selection.ts'
import { keep, readKept } from '../../../kit/preferences/kept-choice.ts'

const KEY = 'pulsekey.live.hidden-columns'

function readHidden(): ReadonlySet<ColumnId> {
  const kept = readKept(KEY)
  return new Set(Array.isArray(kept) ? COLUMNS.map(({ id }) => id).filter((id) => kept.includes(id)) : [])
}

/** Columns this person switched off, kept in this browser. */
export const useHiddenColumns = defineStore('live-hidden-columns', () => {
  const hidden = shallowRef(readHidden())
  return {
    hidden,
    show(id: ColumnId, on: boolean) {
      hidden.value = withItem(hidden.value, id, !on)
      keep(KEY, [...hidden.value])
    },
  }
})
