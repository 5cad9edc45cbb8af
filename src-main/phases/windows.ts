import { join } from 'node:path'

import { app, BrowserWindow, dialog, nativeTheme, screen } from 'electron'

import { ALERT_TEXTS } from '../alerts/alert.texts.ts'
import { DIALOG_TEXTS } from '../dialogs/dialog.texts.ts'
import type { Boxes } from '../dialogs/message-boxes.ts'
import { askToLeave, askToLoadAgain } from '../dialogs/questions.ts'
import { guarded } from '../faults/guarded.ts'
import type { Language } from '../language.ts'
import { systemTimers } from '../server-process/timers.ts'
import type { SettingsFile } from '../settings/settings-file.ts'
import { ConsoleWindows } from '../window/console-windows.ts'
import { createWindow, type WindowLook } from '../window/create-window.ts'
import { localPage } from '../window/local-page.ts'
import { markServer } from '../window/server-mark.ts'
import { clampPlace } from '../window/window-place.ts'
import { notify } from './notify.ts'
import { partitionOf, type ShownServer } from './servers.ts'

export interface WindowsPhase {
  readonly here: string
  readonly language: () => Language
  readonly settings: SettingsFile
  readonly shown: ShownServer
  readonly boxes: Boxes
  readonly ending: {
    readonly isAgreed: boolean
    readonly isHurried: boolean
    /** A page keeps its window open. */
    calledOff(): void
  }
}

/** The common properties of all windows, for the present settings. */
export function lookOf(here: string, { current }: SettingsFile): WindowLook {
  const isDark = current.theme === 'system' ? nativeTheme.shouldUseDarkColors : current.theme === 'dark'
  return {
    preload: join(here, '../preload/index.cjs'),
    isDark,
    // Linux panels show a window's own icon. Other systems show the program's icon.
    icon: process.platform === 'linux' ? join(here, 'icons/window.png') : undefined,
  }
}

export function makeWindows(phase: WindowsPhase): ConsoleWindows {
  const { here, language, settings, shown, boxes, ending } = phase
  const windows = new ConsoleWindows({
    create: (place, isHidden) => {
      const look = {
        ...lookOf(here, settings),
        place: place && clampPlace(place, workAreas()),
        partition: shown.server && partitionOf(shown.server),
      }
      const window = createWindow(BrowserWindow, look, isHidden)
      if (shown.server !== undefined) markServer(window, shown.server)
      askBeforeLeaving(window, phase)
      window.webContents.on(
        'did-fail-load',
        guarded(
          'page failed',
          (_event: unknown, code: number, _words: string, _url: string, isMainFrame: boolean) => {
            if (isMainFrame && code !== ABORTED) shown.remote?.loadFailed()
          },
        ),
      )
      return window
    },
    source: shown,
    pages: {
      down: () => localPage('server-down', language()),
      lost: () => localPage('page-lost', language()),
    },
    timers: systemTimers,
    askToReload: () => askToLoadAgain(boxes, DIALOG_TEXTS[language()]),
    isEnding: () => ending.isAgreed,
    hidden: () => {
      tellOfHiding(settings, language())
    },
  })
  shown.onChange(() => {
    windows.follow()
  })
  return windows
}

/** Chromium's error code for a load that was replaced by another one. */
const ABORTED = -3

/** Opens the windows of the last session on their screens, or one window the first time. */
export function openWindows(
  windows: ConsoleWindows,
  settings: SettingsFile,
  isHidden: boolean,
  first?: string,
): void {
  const places = settings.current.windows
  if (places.length === 0) windows.open(undefined, { isHidden, screen: first ?? '' })
  for (const [index, place] of places.entries()) {
    const isFront = index === places.length - 1
    windows.open(place, { isHidden, screen: isFront ? (first ?? place.screen) : place.screen })
  }
}

/** The area of each display without its task bar, the primary display first. */
export function workAreas(): Electron.Rectangle[] {
  const primary = screen.getPrimaryDisplay()
  const others = screen.getAllDisplays().filter(({ id }) => id !== primary.id)
  return [primary, ...others].map(({ workArea }) => workArea)
}

/** Electron keeps a window with unsaved changes open without a question, so this asks the user. */
function askBeforeLeaving(window: BrowserWindow, { language, ending }: WindowsPhase): void {
  window.webContents.on(
    'will-prevent-unload',
    guarded('unsaved changes', (event: { preventDefault(): void }) => {
      // Nobody may be there to answer, and the question would keep the program from ending.
      if (ending.isHurried || askToLeave(dialog, window, DIALOG_TEXTS[language()])) event.preventDefault()
      else ending.calledOff()
    }),
  )
}

function tellOfHiding(settings: SettingsFile, language: Language): void {
  if (settings.current.toldOfHiding) return
  settings.note({ toldOfHiding: true })
  const { hiddenTitle: title, hiddenBody, hiddenBodyOnLinux } = ALERT_TEXTS[language]
  // Not every desktop of Linux shows a tray icon.
  const body = process.platform === 'linux' ? hiddenBodyOnLinux : hiddenBody
  notify({ title, body }, () => undefined)
}

/** Keeps the server running without windows. On macOS a click on the dock opens one again. */
export function keepRunningWithoutWindows(windows: ConsoleWindows): void {
  app.on('window-all-closed', () => undefined)
  app.on(
    'activate',
    guarded('activate', () => {
      windows.show()
    }),
  )
}
