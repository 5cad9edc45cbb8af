import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { ActionOutput } from '../../../src-server/contract/actions/index.ts'
import { call } from '../../api/console-client.ts'
import { useLiveStream } from '../../api/live-stream.ts'
import { useSession } from '../../kit/session/session.ts'

type Counts = ActionOutput<'auth_request_counts'>

const SOON_MS = 500

/** How many requests wait, for as long as somebody is signed in who may see them. */
export const useRequestCounts = defineStore('request-counts', () => {
  const counts = shallowRef<Counts>()
  let soon: ReturnType<typeof setTimeout> | undefined

  async function load(): Promise<void> {
    if (!useSession().may('requests')) {
      counts.value = undefined
      return
    }
    try {
      counts.value = await call('auth_request_counts', {})
    } catch {
      // The number stays as it was: whoever opens the queue is told what is wrong.
    }
  }
  function loadSoon(): void {
    clearTimeout(soon)
    soon = setTimeout(() => void load(), SOON_MS)
  }
  const stream = useLiveStream()
  stream.on('request', loadSoon)
  stream.on('reset', loadSoon)

  return { counts, load }
})
