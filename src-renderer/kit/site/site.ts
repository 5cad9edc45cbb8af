import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { SiteSettings } from '../../../src-server/contract/records/settings.ts'
import { call } from '../../api/console-client.ts'

/** What the platform is called and looks like; known before anybody has signed in. */
export const useSite = defineStore('site', () => {
  const settings = shallowRef<SiteSettings>()
  const name = computed(() => settings.value?.name ?? 'Pulsekey')
  const logo = computed(() => {
    const id = settings.value?.logo ?? undefined
    return id && `/images/${id}`
  })

  /** The console works without it: it then has the program's own name. */
  async function load(): Promise<void> {
    try {
      settings.value = await call('site_get', {})
    } catch {
      settings.value = undefined
    }
  }
  function show(changed: SiteSettings): void {
    settings.value = changed
  }
  return { settings, name, logo, load, show }
})
