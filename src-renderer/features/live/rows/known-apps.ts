import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import { call } from '../../../api/console-client.ts'
import { readOwnApplications } from '../../../subjects/applications/own-applications.ts'
import { useSession } from '../../../kit/session/session.ts'

interface KnownApp {
  readonly id: number
  readonly name: string
  /** Its accounts move by themselves and are nobody's. */
  readonly isDemo: boolean
}

/** Names of the applications whose accounts are shown. A person who may not read them gets names at most. */
export const useKnownApps = defineStore('live-known-apps', () => {
  const apps = shallowRef<ReadonlyMap<number, KnownApp>>(new Map())

  async function read(): Promise<KnownApp[]> {
    const { role, person, may } = useSession()
    if (role === 'agent' && person !== undefined) {
      const names = await readOwnApplications(person.operator)
      return [...names].map(([id, name]) => ({
        id,
        name,
        isDemo: false,
      }))
    }
    if (!may('applications')) return []
    const { rows } = await call('app_list', { size: 500 })
    return rows.map(({ app, name, demo: isDemo }) => ({ id: app, name, isDemo }))
  }
  async function load(): Promise<void> {
    apps.value = new Map((await read()).map((app) => [app.id, app]))
  }

  return {
    apps,
    load,
    list: computed(() => [...apps.value.values()].sort((a, b) => a.name.localeCompare(b.name))),
    /** An application that is not known goes by its number. */
    nameOf: (app: number) => apps.value.get(app)?.name ?? String(app),
    isDemo: (app: number) => apps.value.get(app)?.isDemo === true,
  }
})
