import type { BrowserWindow } from 'electron'

import { guarded, inBackground } from '../faults/guarded.ts'
import type { Timers } from '../server-process/timers.ts'

/** A page that ends more often than this within the time is not loaded again by itself. */
const MOST = 3
const WITHIN_MS = 60_000

export interface RendererParts {
  readonly timers: Pick<Timers, 'nowMs'>
  /** Loads the page again. */
  readonly reload: () => void
  /** The page ended again and again. */
  readonly giveUp: () => void
  /** Asks whether a page that doesn't answer is ended and loaded again. */
  readonly ask: () => Promise<boolean>
}

/**
 * Brings a page back after its process has ended: by a crash, by the system for lack of memory, or because the
 * user gave up waiting for it.
 */
export function watchRenderer(window: BrowserWindow, { timers, reload, giveUp, ask }: RendererParts): void {
  let ends: number[] = []
  let isHanging = false
  window.webContents.on(
    'render-process-gone',
    guarded('page ended', (_event: unknown, { reason }: { readonly reason: string }) => {
      // Only this one was wanted.
      if (reason === 'clean-exit' || window.isDestroyed()) return
      const now = timers.nowMs()
      ends = [...ends.filter((at) => at > now - WITHIN_MS), now]
      if (ends.length <= MOST) {
        reload()
        return
      }
      ends = []
      giveUp()
    }),
  )
  const offer = async (): Promise<void> => {
    const isWanted = await ask()
    if (isWanted && isHanging && !window.isDestroyed()) window.webContents.forcefullyCrashRenderer()
    isHanging = false
  }
  window.on(
    'unresponsive',
    guarded('page hangs', () => {
      if (isHanging) return
      isHanging = true
      inBackground('page hangs', offer())
    }),
  )
  window.on(
    'responsive',
    guarded('page answers', () => {
      isHanging = false
    }),
  )
}
