import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { App } from 'electron'

/** With this argument the desktop opens no window. It runs the server, and its tray icon opens a window. */
export const HIDDEN = '--hidden'

/** Whether the desktop starts when the user signs in. The system itself stores this. */
export interface LoginItem {
  readonly isSet: boolean
  set(on: boolean): void
}

function loginItemOf(app: Pick<App, 'getLoginItemSettings' | 'setLoginItemSettings'>): LoginItem {
  return {
    get isSet() {
      return app.getLoginItemSettings({ args: [HIDDEN] }).openAtLogin
    },
    set: (openAtLogin) => {
      app.setLoginItemSettings({ openAtLogin, args: [HIDDEN] })
    },
  }
}

/**
 * Electron has no support for Linux, where desktops read a folder (freedesktop.org, Desktop Application
 * Autostart).
 */
function autostartEntry(folder: string, program: string): LoginItem {
  const path = join(folder, 'pulsekey.desktop')
  return {
    get isSet() {
      return existsSync(path)
    },
    set: (on) => {
      if (!on) {
        rmSync(path, { force: true })
        return
      }
      mkdirSync(folder, { recursive: true })
      const lines = [
        '[Desktop Entry]',
        'Type=Application',
        'Name=Pulsekey',
        `Exec=${quoted(program)} ${HIDDEN}`,
        'X-GNOME-Autostart-enabled=true',
      ]
      writeFileSync(path, `${lines.join('\n')}\n`)
    },
  }
}

/**
 * Quotes an argument by the Desktop Entry Specification: escaped in quotes, and the whole value escaped
 * again.
 */
function quoted(program: string): string {
  const argument = program.replace(/["`$\\]/g, '\\$&').replaceAll('%', '%%')
  return `"${argument.replaceAll('\\', '\\\\')}"`
}

export interface LoginPlaces {
  readonly platform: NodeJS.Platform
  /** `~/.config`, or the folder in XDG_CONFIG_HOME. */
  readonly configFolder: string
  /** The program to start. For an AppImage it is the file itself, not the place where it is unpacked. */
  readonly program: string
}

export function findLoginItem(
  app: Pick<App, 'getLoginItemSettings' | 'setLoginItemSettings'>,
  { platform, configFolder, program }: LoginPlaces,
): LoginItem {
  return platform === 'linux' ? autostartEntry(join(configFolder, 'autostart'), program) : loginItemOf(app)
}
