/** The desktop, phase by phase. */
import { join } from 'node:path'

import {
  app,
  BrowserWindow,
  dialog,
  ipcMain,
  Menu,
  nativeTheme,
  session,
  shell,
  utilityProcess,
} from 'electron'

import { findCaller } from './ipc/caller.ts'
import { saveFile } from './ipc/save-file.ts'
import { serveShell } from './ipc/serve-shell.ts'
import { languageOf } from './language.ts'
import { serverArguments } from './launch-options.ts'
import { stopBeforeQuit } from './quit.ts'
import { ExternalLinks } from './security/external-links.ts'
import { denyPermissions } from './security/permissions.ts'
import { confinePages } from './security/web-contents.ts'
import { forkServer } from './server-process/fork-server.ts'
import { LogTail } from './server-process/log-tail.ts'
import { ServerProcess } from './server-process/server-process.ts'
import { systemTimers } from './server-process/timers.ts'
import { createWindow, windowOptions } from './window/create-window.ts'
import { localPage } from './window/local-page.ts'
import { MainWindow } from './window/main-window.ts'
import { menuTemplate } from './window/menu.ts'

const here = import.meta.dirname
const language = () => languageOf(app.getLocale())

const log = new LogTail()
const server = new ServerProcess(
  () =>
    forkServer(
      utilityProcess,
      join(here, 'server.js'),
      serverArguments(process.argv, app.getPath('userData')),
      log,
    ),
  systemTimers,
)
const consoleUrl = () => server.ready?.consoleUrl

/** What must hold before the first page exists. */
function secure(links: ExternalLinks): void {
  app.enableSandbox()
  confinePages(app, { consoleUrl, wantsWindow: (url) => void links.open(url) })
}

function openWindow(): MainWindow {
  const options = windowOptions(join(here, '../preload/index.cjs'), nativeTheme.shouldUseDarkColors)
  const { url } = localPage(here, language())
  const window = new MainWindow(() => createWindow(BrowserWindow, options), server, url)
  window.open()
  return window
}

function answerPages(window: MainWindow, links: ExternalLinks): void {
  const { trusted } = localPage(here, language())
  serveShell(
    ipcMain,
    {
      'server.status': () => server.status,
      'server.log': () => log.lines,
      'server.restart': async () => {
        await server.restart()
        return server.status
      },
      'file.save': (file) => saveFile(dialog, window.window, app.getPath('downloads'), file),
      'link.open': (url) => links.open(url),
    },
    (frame) => findCaller(frame, { consoleUrl: consoleUrl(), shellPage: trusted }),
    (call, error) => {
      process.stderr.write(`${call} failed: ${String(error)}\n`)
    },
  )
}

async function run(): Promise<void> {
  const links = new ExternalLinks({ dialog, shell }, language)
  secure(links)
  await app.whenReady()
  denyPermissions(session.defaultSession, consoleUrl)
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(process.platform)))
  server.start()
  const window = openWindow()
  answerPages(window, links)
  app.on('second-instance', () => {
    window.open()
  })
  app.on('activate', () => {
    window.open()
  })
  app.on('window-all-closed', () => {
    app.quit()
  })
  stopBeforeQuit(app, server)
}

// Two servers on one data folder would refuse each other; the second start shows the first one's window.
if (app.requestSingleInstanceLock()) void run()
else app.quit()
