import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { ActionOutput } from '../../../src-server/contract/actions/index.ts'
import { call } from '../../api/console-client.ts'
import { useLiveStream } from '../../api/live-stream.ts'
import { useSession } from '../../kit/session/session.ts'
import { mayReadMessages } from '../../subjects/messages/may-read-messages.ts'

/** How many messages wait or were given up, for as long as somebody is signed in who may see them. */
export const useMessageCounts = defineStore('message-counts', () => {
  const counts = shallowRef<ActionOutput<'message_counts'>>()

  async function load(): Promise<void> {
    if (!mayReadMessages(useSession())) {
      counts.value = undefined
      return
    }
    try {
      counts.value = await call('message_counts', {})
    } catch {
      // The numbers stay as they were: whoever opens the list is told what is wrong.
    }
  }
  const stream = useLiveStream()
  stream.on('message', (told) => {
    if (counts.value !== undefined) counts.value = { ...counts.value, ...told }
  })
  stream.on('reset', () => void load())

  return { counts, load }
})
