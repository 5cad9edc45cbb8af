import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { ActionInput } from '../../../src-server/contract/actions/index.ts'
import { call, whenStepUpNeeded } from '../../api/console-client.ts'
import { useSession } from './session.ts'

/**
 * A dangerous act needs a recent password. One dialog asks for it, however many acts wait, and their calls
 * are repeated after the right password.
 */
export const useStepUp = defineStore('step-up', () => {
  const waiting = shallowRef<readonly ((confirmed: boolean) => void)[]>([])
  const asked = computed(() => waiting.value.length > 0)
  /** How often the password was asked for. A new dialog each time is in front of the ones that are open by then. */
  const times = ref(0)

  whenStepUpNeeded(
    () =>
      new Promise((resolve) => {
        if (!asked.value) times.value++
        waiting.value = [...waiting.value, resolve]
      }),
  )

  function settle(confirmed: boolean): void {
    const acts = waiting.value
    waiting.value = []
    for (const resolve of acts) resolve(confirmed)
  }

  /** @throws ConsoleError for a wrong password or code: the acts still wait */
  async function confirm(input: ActionInput<'step_up'>): Promise<void> {
    await call('step_up', input)
    settle(true)
    await useSession().refresh()
  }

  /** Drops the waiting acts. */
  function cancel(): void {
    settle(false)
  }

  return { asked, times, confirm, cancel }
})
