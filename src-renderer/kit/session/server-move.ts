import { computed, shallowRef } from 'vue'
import type { MoveRecord } from '../../../src-server/contract/records/move.ts'
import { call } from '../../api/console-client.ts'
import { useSession } from './session.ts'

/** The move of this server to another machine: the page of the move and the bar above every page show the same. */
export const serverMove = shallowRef<MoveRecord>()
/** The server decides nothing, and has ended the live stream. */
export const isAway = computed(() => serverMove.value !== undefined && serverMove.value.state !== 'here')

/** Reads the move for the owner in person. Nobody else may ask. */
export function useServerMove() {
  const session = useSession()
  return async (): Promise<void> => {
    if (session.role !== 'owner' || session.person?.staff !== false) return
    try {
      serverMove.value = await call('move_get', {})
    } catch {
      // The server may be opening its data again: the next turn asks.
    }
  }
}
