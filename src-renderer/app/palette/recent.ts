import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { FoundRecord } from '../../../src-server/contract/records/workspace.ts'
import { useSession } from '../../kit/session/session.ts'

const KEPT = 6

/** The items that this person recently opened from the palette. Only in memory: codes are worth money. */
export const useRecent = defineStore('palette-recent', () => {
  const session = useSession()
  const kept = shallowRef<{ readonly of: string; readonly rows: readonly FoundRecord[] }>({
    of: '',
    rows: [],
  })
  const rows = computed(() => (kept.value.of === session.person?.name ? kept.value.rows : []))
  return {
    rows,
    add(row: FoundRecord) {
      const others = rows.value.filter((other) => other.kind !== row.kind || other.id !== row.id)
      kept.value = { of: session.person?.name ?? '', rows: [row, ...others].slice(0, KEPT) }
    },
  }
})
