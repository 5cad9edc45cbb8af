import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import { call } from '../../api/console-client.ts'
import { readOwnApplications } from './own-applications.ts'
import { useSession } from '../../kit/session/session.ts'

const PAGE = 500

/** The names of the applications this person has to do with, for lists and filters. */
export const useApplicationNames = defineStore('application-names', () => {
  const names = shallowRef<ReadonlyMap<number, string>>(new Map())
  const options = computed(() => [...names.value].map(([app, name]) => ({ value: String(app), label: name })))

  async function load(): Promise<void> {
    const { role, person } = useSession()
    if (role === 'agent' && person !== undefined) {
      names.value = await readOwnApplications(person.operator)
      return
    }
    const found = new Map<number, string>()
    for (let page = 1, total = 1; found.size < total; page += 1) {
      const answer = await call('app_list', { page, size: PAGE, sort: 'app' })
      for (const row of answer.rows) found.set(row.app, row.name)
      if (answer.rows.length === 0) break
      total = answer.total
    }
    names.value = found
  }

  function nameOf(app: number): string {
    return names.value.get(app) ?? String(app)
  }
  return { names, options, load, nameOf }
})
