/**
 * Stands in for the main process's `electron`: plain Node runs the main script, Debian's Chromium shows the windows.
 * It has what the shell uses; everything else throws. docs/desktop.md lists what it cannot prove.
 */
import { app } from './app.ts'
import { BrowserWindow } from './browser-window.ts'
import { ipcMain } from './ipc-main.ts'
import { Menu } from './menu.ts'
import { session } from './session.ts'
import { calls, recorded, strict } from './strict.ts'
import { openTestDoor } from './test-door.ts'
import { utilityProcess } from './utility-process.ts'

const shell = strict('shell', recorded('shell', { openExternal: Promise.resolve() }))
const dialog = strict(
  'dialog',
  recorded('dialog', {
    showSaveDialog: Promise.resolve({ canceled: true, filePath: '' }),
    // The second button: what Escape gives.
    showMessageBox: Promise.resolve({ response: 1, checkboxChecked: false }),
  }),
)
const nativeTheme = strict('nativeTheme', { shouldUseDarkColors: false })

const electron = {
  app,
  BrowserWindow,
  calls,
  dialog,
  ipcMain,
  Menu,
  nativeTheme,
  session,
  shell,
  utilityProcess,
}
export type StandIn = typeof electron

export { app, BrowserWindow, dialog, ipcMain, Menu, nativeTheme, session, shell, utilityProcess }

openTestDoor(electron)
