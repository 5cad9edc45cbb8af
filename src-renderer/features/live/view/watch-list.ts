import { defineStore } from 'pinia'
import { computed } from 'vue'
import { MAX_WATCHED } from '../../../../src-server/contract/preference-names.ts'
import { usePreferences } from '../../../kit/preferences/preferences.ts'

/** The accounts that this person watches. The server keeps them. */
export const useWatchList = defineStore('live-watch-list', () => {
  const preferences = usePreferences()
  const ids = computed<ReadonlySet<number>>(
    () => new Set(Object.keys(preferences.kept.watched ?? {}).map(Number)),
  )
  return {
    ids,
    /** @returns false where the list is too long for all of them */
    watch(accounts: readonly number[], on: boolean): boolean {
      const all = on ? new Set([...ids.value, ...accounts]) : ids.value
      if (all.size > MAX_WATCHED) return false
      preferences.change({ watched: Object.fromEntries(accounts.map((id) => [id, on || null])) })
      return true
    },
  }
})
