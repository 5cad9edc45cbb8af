import { join } from 'node:path'

import { app, BrowserWindow, dialog, nativeTheme, screen } from 'electron'

import { ALERT_TEXTS } from '../alerts/alert.texts.ts'
import { DIALOG_TEXTS } from '../dialogs/dialog.texts.ts'
import { askToLeave } from '../dialogs/questions.ts'
import type { Language } from '../language.ts'
import type { SettingsFile } from '../settings/settings-file.ts'
import { ConsoleWindows } from '../window/console-windows.ts'
import { createWindow, type WindowLook } from '../window/create-window.ts'
import { localPage } from '../window/local-page.ts'
import { clampPlace } from '../window/window-place.ts'
import { notify } from './notify.ts'
import { partitionOf, type ShownServer } from './servers.ts'

export interface WindowsPhase {
  readonly here: string
  readonly language: Language
  readonly settings: SettingsFile
  readonly shown: ShownServer
  readonly isEnding: () => boolean
  /** Called when a page keeps its window open. */
  readonly stays: () => void
}

/** The common properties of all windows, for the present system settings. */
function lookOf(here: string): WindowLook {
  return {
    preload: join(here, '../preload/index.cjs'),
    isDark: nativeTheme.shouldUseDarkColors,
    // Linux panels show a window's own icon. Other systems show the program's icon.
    icon: process.platform === 'linux' ? join(here, 'icons/window.png') : undefined,
  }
}

export function makeWindows({
  here,
  language,
  settings,
  shown,
  isEnding,
  stays,
}: WindowsPhase): ConsoleWindows {
  const windows = new ConsoleWindows({
    create: (place, isHidden) => {
      const window = createWindow(
        BrowserWindow,
        {
          ...lookOf(here),
          place: place && clampPlace(place, workAreas()),
          partition: shown.server && partitionOf(shown.server),
        },
        isHidden,
      )
      askBeforeLeaving(window, language, stays)
      window.webContents.on('did-fail-load', (_event, code, _words, _url, isMainFrame) => {
        if (isMainFrame && code !== ABORTED) shown.remote?.loadFailed()
      })
      return window
    },
    source: shown,
    localPage: localPage(here, 'server-down', language),
    isEnding,
    hidden: () => {
      tellOfHiding(settings, language)
    },
  })
  shown.onChange(() => {
    windows.follow()
  })
  return windows
}

/** Chromium's error code for a load that was replaced by another one. */
const ABORTED = -3

/** Opens the windows of the last session, or one window the first time. */
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
    windows.open(place, { isHidden, screen: isFront ? (first ?? '') : '' })
  }
}

/** The area of each display without its task bar, the primary display first. */
function workAreas(): Electron.Rectangle[] {
  const primary = screen.getPrimaryDisplay()
  const others = screen.getAllDisplays().filter(({ id }) => id !== primary.id)
  return [primary, ...others].map(({ workArea }) => workArea)
}

/** Electron keeps a window with unsaved changes open without a question, so this asks the user. */
function askBeforeLeaving(window: BrowserWindow, language: Language, stays: () => void): void {
  window.webContents.on('will-prevent-unload', (event) => {
    if (askToLeave(dialog, DIALOG_TEXTS[language])) event.preventDefault()
    else stays()
  })
}

function tellOfHiding(settings: SettingsFile, language: Language): void {
  if (settings.current.toldOfHiding) return
  settings.update({ toldOfHiding: true })
  const { hiddenTitle: title, hiddenBody: body } = ALERT_TEXTS[language]
  notify({ title, body }, () => undefined)
}

/** The window of the desktop's own settings. There is at most one. */
export function preferencesWindow(here: string, language: Language): () => void {
  let open: BrowserWindow | undefined
  return () => {
    if (open !== undefined) {
      open.show()
      open.focus()
      return
    }
    const window = createWindow(BrowserWindow, lookOf(here), false)
    open = window
    window.once('closed', () => {
      open = undefined
    })
    window.loadURL(localPage(here, 'preferences', language)).catch(() => undefined)
  }
}

/** Keeps the server running without windows. On macOS a click on the dock opens one again. */
export function keepRunningWithoutWindows(windows: ConsoleWindows): void {
  app.on('window-all-closed', () => undefined)
  app.on('activate', () => {
    windows.show()
  })
}
