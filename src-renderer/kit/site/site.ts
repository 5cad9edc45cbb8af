import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { SignInSite, SiteSettings } from '../../../src-server/contract/records/settings.ts'
import { call } from '../../api/console-client.ts'

/** The platform's name and look, known before a sign-in. */
export const useSite = defineStore('site', () => {
  const settings = shallowRef<SignInSite>()
  const name = computed(() => settings.value?.name ?? 'Pulsekey')
  const logo = computed(() => {
    const id = settings.value?.logo ?? undefined
    return id && `../images/${id}`
  })

  /** The console works without it, under the program's own name. */
  async function load(): Promise<void> {
    try {
      settings.value = await call('site_get', {})
    } catch {
      settings.value = undefined
    }
  }
  function show(changed: SiteSettings): void {
    settings.value = { owner_only: false, demo: false, ...settings.value, ...changed }
  }
  return { settings, name, logo, load, show }
})
