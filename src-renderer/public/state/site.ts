import { computed, shallowRef } from 'vue'
import type { PublicSite } from '../../../src-server/contract/self-service.ts'
import { ask } from '../server/self-service.ts'
import { Refused } from '../server/refused.ts'

/** The page's name and look; undefined before the server's answer. */
export const site = shallowRef<PublicSite>()
export const siteName = computed(() => site.value?.name ?? 'Pulsekey')

/** The page works without it, under the program's own name. */
export async function loadSite(): Promise<void> {
  try {
    site.value = await ask('site')
  } catch (error) {
    if (!(error instanceof Refused)) throw error
  }
}
