/**
 * Replaces the main process's `electron`: plain Node runs the main script, and Debian's Chromium shows the
 * windows. It has what the shell uses; everything else throws. docs/desktop.md lists what it can't prove.
 */
import { EventEmitter } from 'node:events'

import { app } from './app.ts'
import { BrowserWindow } from './browser-window.ts'
import {
  clipboard,
  nativeImage,
  Notification,
  powerMonitor,
  powerSaveBlocker,
  screen,
  Tray,
} from './system.ts'
import { ipcMain } from './ipc-main.ts'
import { Menu } from './menu.ts'
import { net, session } from './session.ts'
import { calls, recorded, strict } from './strict.ts'
import { openTestChannel } from './test-channel.ts'
import { utilityProcess } from './utility-process.ts'

const shell = strict(
  'shell',
  recorded('shell', { openExternal: Promise.resolve(), openPath: Promise.resolve('') }),
)
const dialog = strict(
  'dialog',
  recorded('dialog', {
    showSaveDialog: Promise.resolve({ canceled: true, filePath: '' }),
    // The second button: the result of Escape.
    showMessageBox: Promise.resolve({ response: 1, checkboxChecked: false }),
    showMessageBoxSync: 1,
  }),
)
/** A Linux desktop without a secret service. */
const safeStorage = strict('safeStorage', {
  isAsyncEncryptionAvailable: () => Promise.resolve(true),
  getSelectedStorageBackend: () => 'basic_text' as const,
})
const nativeTheme = strict('nativeTheme', Object.assign(new EventEmitter(), { shouldUseDarkColors: false }))

const electron = {
  app,
  BrowserWindow,
  calls,
  clipboard,
  dialog,
  ipcMain,
  Menu,
  nativeImage,
  nativeTheme,
  net,
  Notification,
  powerMonitor,
  powerSaveBlocker,
  safeStorage,
  screen,
  session,
  shell,
  Tray,
  utilityProcess,
}
export type StandIn = typeof electron

export {
  app,
  BrowserWindow,
  clipboard,
  dialog,
  ipcMain,
  Menu,
  nativeImage,
  nativeTheme,
  net,
  Notification,
  powerMonitor,
  powerSaveBlocker,
  safeStorage,
  screen,
  session,
  shell,
  Tray,
  utilityProcess,
}

openTestChannel(electron)
