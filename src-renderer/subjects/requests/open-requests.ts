import { defineStore } from 'pinia'
import { call } from '../../api/console-client.ts'
import { useLiveStream } from '../../api/live-stream.ts'
import { useSession } from '../../kit/session/session.ts'
import { useWaitingCounts } from '../../kit/session/waiting-counts.ts'

const SOON_MS = 500

/** The number of requests that wait, and of those that wait for too long. Several changes are one reading. */
export const useOpenRequests = defineStore('open-requests', () => {
  const session = useSession()
  const { counts, load } = useWaitingCounts(
    () => session.may('requests'),
    () => call('auth_request_counts', {}),
  )
  let soon: ReturnType<typeof setTimeout> | undefined
  useLiveStream().on('request', () => {
    clearTimeout(soon)
    soon = setTimeout(() => void load(), SOON_MS)
  })
  return { counts, load }
})
