import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { FirstStart } from '../../../src-server/contract/records/first-start.ts'
import { call } from '../../api/console-client.ts'
import { usePreferences } from '../../kit/preferences/preferences.ts'
import { useSession } from '../../kit/session/session.ts'

/** A step on the way to the first customer, and whether it is done. */
export interface FirstTask {
  readonly name: 'application' | 'address' | 'kit' | 'licence' | 'pulse'
  readonly done: boolean
}

/** How far this server has come. Only its owner sees that. */
export const useFirstStart = defineStore('first-start', () => {
  const session = useSession()
  const preferences = usePreferences()
  const state = shallowRef<FirstStart>()
  const isFor = computed(() => session.role === 'owner' && session.person?.staff === false)

  async function load(): Promise<void> {
    if (isFor.value) state.value = await call('start_get', {})
  }

  const tasks = computed<readonly FirstTask[]>(() => {
    const now = state.value
    if (now === undefined) return []
    return [
      { name: 'application', done: now.application !== null },
      { name: 'address', done: now.address.is_set && now.address.reach !== 'loopback' },
      { name: 'kit', done: preferences.kept.kit_downloaded === true || now.pulse },
      { name: 'licence', done: now.licence },
      { name: 'pulse', done: now.pulse },
    ]
  })
  return {
    state,
    isFor,
    load,
    tasks,
    isDone: computed(() => tasks.value.length > 0 && tasks.value.every(({ done }) => done)),
    /** Whether the guided first start opens by itself: on a new server, until the owner ends or leaves it. */
    async opensItself(): Promise<boolean> {
      const { first_start: at } = preferences.kept
      if (!isFor.value || at === 'left' || at === 'finished') return false
      if (at !== undefined) return true
      await load()
      return state.value?.application === null
    },
    async startDemo(): Promise<void> {
      await call('demo_start', { language: preferences.locale })
      await load()
    },
    async endDemo(): Promise<void> {
      await call('demo_end', {})
      await load()
    },
  }
})
