import { homedir } from 'node:os'
import { join } from 'node:path'

import { app } from 'electron'

import { lastingOptions } from '../launch-options.ts'
import { findLoginItem, HIDDEN, type LoginItem } from '../login/login-item.ts'

export function openLoginItem(): LoginItem {
  return findLoginItem(app, {
    platform: process.platform,
    configFolder: process.env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config'),
    program: process.env['APPIMAGE'] ?? process.execPath,
    options: lastingOptions(process.argv),
  })
}

/** Whether the system started the desktop at login, without a window. */
export function startsHidden(): boolean {
  if (process.argv.includes(HIDDEN)) return true
  return process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin
}
