import { defineStore } from 'pinia'
import { call } from '../../api/console-client.ts'
import { useLiveStream } from '../../api/live-stream.ts'
import { useSession } from '../../kit/session/session.ts'
import { useWaitingCounts } from '../../kit/session/waiting-counts.ts'

/** How much is to be looked at. */
export const useRiskCounts = defineStore('risk-counts', () => {
  const { counts, load } = useWaitingCounts(
    () => useSession().may('risk'),
    () => call('risk_counts', {}),
  )
  useLiveStream().on('risk', (sent) => (counts.value = sent))
  return { counts, load }
})
