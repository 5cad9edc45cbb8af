import { shallowRef, watch, type ShallowRef } from 'vue'
import { useLiveStream } from '../../api/live-stream.ts'
import { useSession } from './session.ts'

export interface WaitingCounts<C> {
  readonly counts: ShallowRef<C | undefined>
  readonly load: () => Promise<void>
}

/**
 * The counts of things that wait for a person.
 * @param may whether a person is signed in who may see the things. Without one there are no counts
 */
export function useWaitingCounts<C>(may: () => boolean, read: () => Promise<C>): WaitingCounts<C> {
  const counts = shallowRef<C>()
  async function load(): Promise<void> {
    try {
      counts.value = may() ? await read() : undefined
    } catch {
      // The counts stay as they were. The page of the things shows what is wrong.
    }
  }
  // The next person must not see them.
  const session = useSession()
  watch(
    () => session.person?.name,
    () => (counts.value = undefined),
  )
  useLiveStream().on('reset', () => void load())
  return { counts, load }
}
