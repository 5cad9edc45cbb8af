import { BrowserWindow } from 'electron'

import { guarded, inBackground } from '../faults/guarded.ts'
import type { Language } from '../language.ts'
import { systemTimers } from '../server-process/timers.ts'
import type { SettingsFile } from '../settings/settings-file.ts'
import { createWindow } from '../window/create-window.ts'
import { type LocalPage, localPage } from '../window/local-page.ts'
import { watchRenderer } from '../window/renderer-watch.ts'
import { lookOf } from './windows.ts'

const SIZES = {
  preferences: { width: 760, height: 760 },
  manual: { width: 900, height: 800 },
} satisfies Partial<Record<LocalPage, object>>

/** A window of one of the shell's own pages. There is at most one of each. An address is shown to the person, in a field. */
export function ownWindow(
  page: keyof typeof SIZES,
  here: string,
  settings: SettingsFile,
  language: () => Language,
): (address?: string) => void {
  let open: BrowserWindow | undefined
  return (address) => {
    if (open !== undefined) {
      if (address !== undefined) inBackground('page', open.loadURL(localPage(page, language(), address)))
      open.show()
      open.focus()
      return
    }
    const window = createWindow(BrowserWindow, { ...lookOf(here, settings), size: SIZES[page] }, false)
    open = window
    window.once(
      'closed',
      guarded('window closed', () => {
        open = undefined
      }),
    )
    const load = (): void => {
      inBackground('page', window.loadURL(localPage(page, language(), address)))
    }
    watchRenderer(window, {
      timers: systemTimers,
      reload: load,
      giveUp: () => {
        window.destroy()
      },
      ask: () => Promise.resolve(true),
    })
    load()
  }
}
