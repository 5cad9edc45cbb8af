import { BrowserWindow } from 'electron'

import { guarded } from '../faults/guarded.ts'
import type { Language } from '../language.ts'
import { systemTimers } from '../server-process/timers.ts'
import type { SettingsFile } from '../settings/settings-file.ts'
import { BOARD } from '../window/console-address.ts'
import { ConsoleWindow } from '../window/console-window.ts'
import { createWindow } from '../window/create-window.ts'
import { localPage } from '../window/local-page.ts'
import { watchRenderer } from '../window/renderer-watch.ts'
import { clampPlace, placeOf } from '../window/window-place.ts'
import { partitionOf, type ShownServer } from './servers.ts'
import { lookOf, workAreas } from './windows.ts'

/** The first size of the board, and its least one. */
const SIZE = { width: 360, height: 420 }

export interface BoardWindow {
  /** Opens the small board, or brings it to the front. */
  open(): void
  close(): void
}

/** The small board: totals and the worst accounts in a window that stays above all others, where the person left it. */
export function makeBoardWindow(
  here: string,
  settings: SettingsFile,
  shown: ShownServer,
  language: () => Language,
): BoardWindow {
  let board: ConsoleWindow | undefined
  shown.onChange(() => {
    board?.follow()
  })

  function make(): ConsoleWindow {
    const place = settings.current.board
    const look = {
      ...lookOf(here, settings),
      size: SIZE,
      place: place === null ? undefined : clampPlace(place, workAreas(), SIZE),
      partition: shown.server && partitionOf(shown.server),
      isOnTop: true,
    }
    const window = createWindow(BrowserWindow, look, false)
    const made = new ConsoleWindow(
      window,
      shown,
      { down: () => localPage('server-down', language()), lost: () => localPage('page-lost', language()) },
      BOARD,
    )
    window.once(
      'close',
      guarded('board', () => {
        settings.note({ board: placeOf(window, '') })
      }),
    )
    window.once(
      'closed',
      guarded('board', () => {
        if (board === made) board = undefined
      }),
    )
    watchRenderer(window, {
      timers: systemTimers,
      reload: () => {
        made.reload()
      },
      giveUp: () => {
        window.destroy()
      },
      ask: () => Promise.resolve(true),
    })
    return made
  }

  return {
    open() {
      if (board === undefined) board = make()
      else board.show()
    },
    close() {
      board?.window.close()
    },
  }
}
