import { defineStore } from 'pinia'
import { call } from '../../api/console-client.ts'
import { useLiveStream } from '../../api/live-stream.ts'
import { useSession } from '../../kit/session/session.ts'
import { useWaitingCounts } from '../../kit/session/waiting-counts.ts'

/** The numbers of risks and of high risks that wait for a review: for the navigation and the window's title. */
export const useOpenRisks = defineStore('open-risks', () => {
  const session = useSession()
  const { counts, load } = useWaitingCounts(
    () => session.may('risk'),
    () => call('risk_counts', {}),
  )
  useLiveStream().on('risk', (sent) => (counts.value = sent))
  return { counts, load }
})
