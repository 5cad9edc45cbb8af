/**
 * Replaces the main process's `electron`: plain Node runs the main script, and Debian's Chromium shows the
 * windows. It has what the shell uses; everything else throws. docs/desktop.md lists what it can't prove.
 */
import { EventEmitter } from 'node:events'

import { app } from './app.ts'
import { BrowserWindow, WebContentsView } from './browser-window.ts'
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
import { declareScheme } from './schemes.ts'
import { net, session } from './session.ts'
import { calls, recorded, strict } from './strict.ts'
import { openTestChannel } from './test-channel.ts'
import { utilityProcess } from './utility-process.ts'

const shell = strict(
  'shell',
  recorded('shell', { openExternal: Promise.resolve(), openPath: Promise.resolve('') }),
)
/** Answers the boxes that stay open, where STANDIN_BOXES is `open`. */
const openBoxes: ((response: number) => void)[] = []

function messageBox(): Promise<{ response: number; checkboxChecked: boolean }> {
  // The second button: the result of Escape.
  if (process.env['STANDIN_BOXES'] !== 'open') return Promise.resolve({ response: 1, checkboxChecked: false })
  return new Promise((done) => {
    openBoxes.push((response) => {
      done({ response, checkboxChecked: false })
    })
  })
}

/** Records the options, and after them the number of the page that the box belongs to. */
function box<Result>(name: string, answer: () => Result): (...args: unknown[]) => Result {
  return (...args) => {
    const [parent] = args.length > 1 ? (args as [InstanceType<typeof BrowserWindow>]) : []
    calls.push([`dialog.${name}`, args.at(-1), { parent: parent?.webContents.id ?? null }])
    return answer()
  }
}
const dialog = strict('dialog', {
  showSaveDialog: box('showSaveDialog', () => Promise.resolve({ canceled: true, filePath: '' })),
  showMessageBox: box('showMessageBox', messageBox),
  showMessageBoxSync: box('showMessageBoxSync', () => 1),
  showOpenDialog: box('showOpenDialog', () => Promise.resolve({ canceled: true, filePaths: [] as string[] })),
  showErrorBox: box('showErrorBox', () => undefined),
})
const protocol = strict('protocol', {
  registerSchemesAsPrivileged: (schemes: readonly { scheme: string; privileges: object }[]): void => {
    for (const { scheme, privileges } of schemes) {
      calls.push(['protocol.registerSchemesAsPrivileged', scheme, privileges])
      declareScheme(scheme)
    }
  },
})
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
  openBoxes,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
  Tray,
  utilityProcess,
  WebContentsView,
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
  protocol,
  safeStorage,
  screen,
  session,
  shell,
  Tray,
  utilityProcess,
  WebContentsView,
}

openTestChannel(electron)
