import type { BrowserWindow, BrowserWindowConstructorOptions } from 'electron'

/** @param preload out/preload/index.cjs */
export function windowOptions(preload: string, isDark: boolean): BrowserWindowConstructorOptions {
  return {
    width: 1360,
    height: 860,
    minWidth: 900,
    minHeight: 560,
    title: 'Pulsekey',
    // Shown with its first paint, so that no empty frame flashes.
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
    },
  }
}

export function createWindow(
  Window: new (options: BrowserWindowConstructorOptions) => BrowserWindow,
  options: BrowserWindowConstructorOptions,
): BrowserWindow {
  const window = new Window(options)
  window.once('ready-to-show', () => {
    window.show()
  })
  return window
}
