import type { BrowserWindow, BrowserWindowConstructorOptions, WebPreferences } from 'electron'

import type { WindowPlace } from '../settings/shell-settings.ts'
import { guarded } from '../faults/guarded.ts'
import { SMALLEST } from './window-place.ts'

export interface WindowLook {
  /** out/preload/index.cjs */
  readonly preload: string
  readonly isDark: boolean
  /** The icon of the window, where the system doesn't take it from the program itself. */
  readonly icon?: string | undefined
  /** Undefined: the system decides. */
  readonly place?: Omit<WindowPlace, 'screen'> | undefined
  /** Undefined for the size of a console. */
  readonly size?: { readonly width: number; readonly height: number } | undefined
  /** The window stays above the windows of all programs. */
  readonly isOnTop?: boolean
  /** The partition of its own cookies and caches. Undefined for the default one. */
  readonly partition?: string | undefined
}

/** What every page of the desktop may and may not do. */
export function pagePreferences(preload: string): WebPreferences {
  return {
    preload,
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    webSecurity: true,
    webviewTag: false,
    // Its dictionaries are a download from Google.
    spellcheck: false,
  }
}

export function windowOptions({
  preload,
  isDark,
  icon,
  place,
  size = { width: 1360, height: 860 },
  isOnTop = false,
  partition,
}: WindowLook): BrowserWindowConstructorOptions {
  return {
    width: place?.width ?? size.width,
    height: place?.height ?? size.height,
    ...(place !== undefined && { x: place.x, y: place.y }),
    minWidth: Math.min(SMALLEST.width, size.width),
    minHeight: Math.min(SMALLEST.height, size.height),
    title: 'Pulsekey',
    ...(icon !== undefined && { icon }),
    ...(isOnTop && { alwaysOnTop: true, maximizable: false, fullscreenable: false }),
    // Shown with its first paint, to avoid flashing an empty frame.
    show: false,
    backgroundColor: isDark ? '#0f1115' : '#ffffff',
    webPreferences: {
      ...pagePreferences(preload),
      ...(partition !== undefined && { partition }),
    },
  }
}

/** @param isHidden it stays hidden until somebody opens it */
export function createWindow(
  Window: new (options: BrowserWindowConstructorOptions) => BrowserWindow,
  look: WindowLook,
  isHidden: boolean,
): BrowserWindow {
  const window = new Window(windowOptions(look))
  if (look.place?.maximized === true && !isHidden) window.maximize()
  let isWanted = !isHidden
  // A person may close it before its first paint.
  window.once(
    'hide',
    guarded('window hidden', () => {
      isWanted = false
    }),
  )
  window.once(
    'ready-to-show',
    guarded('window ready', () => {
      if (isWanted) window.show()
    }),
  )
  return window
}
