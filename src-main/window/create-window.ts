import type { BrowserWindow, BrowserWindowConstructorOptions } from 'electron'

import type { WindowPlace } from '../settings/shell-settings.ts'
import { SMALLEST } from './window-place.ts'

export interface WindowLook {
  /** out/preload/index.cjs */
  readonly preload: string
  readonly isDark: boolean
  /** The icon of the window, where the system doesn't take it from the program itself. */
  readonly icon?: string | undefined
  /** Undefined: the system decides. */
  readonly place?: WindowPlace | undefined
  /** The partition of its own cookies and caches. Undefined for the default one. */
  readonly partition?: string | undefined
}

export function windowOptions({
  preload,
  isDark,
  icon,
  place,
  partition,
}: WindowLook): BrowserWindowConstructorOptions {
  return {
    width: place?.width ?? 1360,
    height: place?.height ?? 860,
    ...(place !== undefined && { x: place.x, y: place.y }),
    minWidth: SMALLEST.width,
    minHeight: SMALLEST.height,
    title: 'Pulsekey',
    ...(icon !== undefined && { icon }),
    // Shown with its first paint, to avoid flashing an empty frame.
    show: false,
    backgroundColor: isDark ? '#0f1115' : '#ffffff',
    autoHideMenuBar: true,
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
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
  window.once('ready-to-show', () => {
    if (!isHidden) window.show()
  })
  return window
}
