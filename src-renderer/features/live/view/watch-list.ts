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
    /**
     * Watches all of the accounts, or none where the person watches all already.
     * @returns false where the list has no room for all of them
     */
    toggle(accounts: readonly number[]): boolean {
      const fresh = accounts.filter((id) => !ids.value.has(id))
      if (ids.value.size + fresh.length > MAX_WATCHED) return false
      const changed = fresh.length > 0 ? fresh : accounts
      preferences.change({ watched: Object.fromEntries(changed.map((id) => [id, fresh.length > 0 || null])) })
      return true
    },
  }
})
