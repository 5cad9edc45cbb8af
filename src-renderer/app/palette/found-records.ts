import { AppWindow, ChartCandlestick, Code, Ticket, UserRound } from '@lucide/vue'
import { onScopeDispose, ref, shallowRef, watch, type Ref, type ShallowRef } from 'vue'
import type { FoundRecord } from '../../../src-server/contract/records/workspace.ts'
import { call } from '../../api/console-client.ts'
import { isAbort } from '../../api/console-error.ts'
import type { CommandItem } from '../../ui/command-item.ts'

export const RECORD_ICONS: Readonly<Record<FoundRecord['kind'], CommandItem['icon']>> = {
  application: AppWindow,
  code: Ticket,
  account: UserRound,
  device: ChartCandlestick,
  developer: Code,
}
/** The pause after the last key, milliseconds. */
const PAUSE_MS = 120
const SHORTEST = 2

export interface FoundRecords {
  readonly rows: Readonly<ShallowRef<readonly FoundRecord[]>>
  readonly busy: Readonly<Ref<boolean>>
}

/** Records whose name starts with the typed text. A newer text aborts the query before. */
export function useFoundRecords(text: () => string): FoundRecords {
  const rows = shallowRef<readonly FoundRecord[]>([])
  const busy = ref(false)
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: AbortController | undefined

  async function search(wanted: string): Promise<void> {
    const mine = new AbortController()
    running = mine
    try {
      const answer = await call('palette_search', { text: wanted }, { signal: mine.signal })
      rows.value = answer.rows
    } catch (error) {
      // Screens and commands need no server.
      if (!isAbort(error)) rows.value = []
    } finally {
      if (running === mine) busy.value = false
    }
  }
  function stop(): void {
    clearTimeout(timer)
    running?.abort()
    busy.value = false
  }
  watch(text, (now) => {
    stop()
    const wanted = now.trim()
    if (wanted.length < SHORTEST) {
      rows.value = []
      return
    }
    busy.value = true
    timer = setTimeout(() => void search(wanted), PAUSE_MS)
  })
  onScopeDispose(stop)
  return { rows, busy }
}
