import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { ActionOutput } from '../../../src-server/contract/actions/index.ts'
import { call } from '../../api/console-client.ts'
import { useLiveStream } from '../../api/live-stream.ts'
import { useSession } from '../../kit/session/session.ts'

/** How much is to be looked at, for as long as somebody is signed in who may see it. */
export const useRiskCounts = defineStore('risk-counts', () => {
  const counts = shallowRef<ActionOutput<'risk_counts'>>()

  async function load(): Promise<void> {
    if (!useSession().may('risk')) {
      counts.value = undefined
      return
    }
    try {
      counts.value = await call('risk_counts', {})
    } catch {
      // The number stays as it was: whoever opens the review is told what is wrong.
    }
  }
  const stream = useLiveStream()
  stream.on('risk', (told) => (counts.value = told))
  stream.on('reset', () => void load())

  return { counts, load }
})
