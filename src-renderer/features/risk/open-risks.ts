import { defineStore } from 'pinia'
import { call } from '../../api/console-client.ts'
import { useLiveStream } from '../../api/live-stream.ts'
import { useSession } from '../../kit/session/session.ts'
import { useWaitingCounts } from '../../kit/session/waiting-counts.ts'

/** How many risks wait for a review, and how many of them are high: for the navigation and the window's title. */
export const useOpenRisks = defineStore('open-risks', () => {
  const session = useSession()
  const { counts, load } = useWaitingCounts(
    () => session.may('risk'),
    () => call('risk_counts', {}),
  )
  useLiveStream().on('risk', (sent) => (counts.value = sent))
  return { counts, load }
})
