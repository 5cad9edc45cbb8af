import { defineStore } from 'pinia'
import { call } from '../../api/console-client.ts'
import { useLiveStream } from '../../api/live-stream.ts'
import { useSession } from '../../kit/session/session.ts'
import { useWaitingCounts } from '../../kit/session/waiting-counts.ts'

const SOON_MS = 500

/** How many requests wait. */
export const useRequestCounts = defineStore('request-counts', () => {
  const { counts, load } = useWaitingCounts(
    () => useSession().may('requests'),
    () => call('auth_request_counts', {}),
  )
  let soon: ReturnType<typeof setTimeout> | undefined
  useLiveStream().on('request', () => {
    clearTimeout(soon)
    soon = setTimeout(() => void load(), SOON_MS)
  })
  return { counts, load }
})
