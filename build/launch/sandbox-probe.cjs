/** A program for Electron that opens nothing. It ends with 0 when the sandbox works: without it Chromium ends before this. */
'use strict'
const { app, BrowserWindow } = require('electron')
app.enableSandbox()
app.whenReady().then(
  () => {
    // The first renderer needs the sandbox's helper.
    const window = new BrowserWindow({ show: false, webPreferences: { sandbox: true } })
    window.webContents.on('render-process-gone', () => app.exit(2))
    window.loadURL('about:blank').then(
      () => app.exit(0),
      () => app.exit(3),
    )
  },
  () => app.exit(4),
)
