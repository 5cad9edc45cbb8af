import { defineStore } from 'pinia'
import { call } from '../../api/console-client.ts'
import { useLiveStream } from '../../api/live-stream.ts'
import { useSession } from '../../kit/session/session.ts'
import { useWaitingCounts } from '../../kit/session/waiting-counts.ts'
import { mayReadMessages } from '../../subjects/messages/may-read-messages.ts'

/** How many messages wait or were given up. */
export const useMessageCounts = defineStore('message-counts', () => {
  const { counts, load } = useWaitingCounts(
    () => mayReadMessages(useSession()),
    () => call('message_counts', {}),
  )
  useLiveStream().on('message', (sent) => {
    if (counts.value !== undefined) counts.value = { ...counts.value, ...sent }
  })
  return { counts, load }
})
