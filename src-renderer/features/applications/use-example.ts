import { onScopeDispose, ref, shallowRef, watch, type Ref, type ShallowRef } from 'vue'
import type { ActionOutput } from '../../../src-server/contract/actions/index.ts'
import type { ApplicationRecord } from '../../../src-server/contract/records/application.ts'
import type { RuntimeApi } from '../../../src-server/contract/records/capability.ts'
import { call } from '../../api/console-client.ts'
import { isAbort } from '../../api/console-error.ts'
import { settingsChange } from './settings-change.ts'

/** How long typing has to pause before the example follows it. */
const PAUSE_MS = 250

export interface CallExample {
  /** The one before stays while the next is asked for. */
  readonly example: Readonly<ShallowRef<ActionOutput<'app_example'> | undefined>>
  readonly error: Readonly<ShallowRef<unknown>>
  /** It doesn't show the settings as they are typed yet. */
  readonly stale: Readonly<Ref<boolean>>
}

/** The example call of an API under the settings as they are typed. */
export function useCallExample(
  settings: () => { readonly saved: ApplicationRecord; readonly draft: ApplicationRecord },
  api: () => RuntimeApi,
): CallExample {
  const example = shallowRef<ActionOutput<'app_example'>>()
  const error = shallowRef<unknown>()
  const stale = ref(true)
  let running: AbortController | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  async function ask(): Promise<void> {
    running?.abort()
    const mine = new AbortController()
    running = mine
    try {
      const { saved, draft } = settings()
      const input = { app: saved.app, api: api(), change: settingsChange(saved, draft) }
      const answer = await call('app_example', input, { signal: mine.signal })
      if (running !== mine) return
      example.value = answer
      error.value = undefined
      stale.value = false
    } catch (failure) {
      if (!isAbort(failure) && running === mine) error.value = failure
    }
  }

  watch(
    () => JSON.stringify([settings(), api()]),
    (_, before) => {
      stale.value = true
      clearTimeout(timer)
      if (before === undefined) void ask()
      else timer = setTimeout(() => void ask(), PAUSE_MS)
    },
    { immediate: true },
  )
  onScopeDispose(() => {
    clearTimeout(timer)
    running?.abort()
  })
  return { example, error, stale }
}
