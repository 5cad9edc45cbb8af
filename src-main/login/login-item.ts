import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { App } from 'electron'

/** Started with this, the desktop shows no window: it serves, and its tray icon opens one. */
export const HIDDEN = '--hidden'

/** Whether the desktop starts when the user signs in; the system itself is what remembers it. */
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

/** Electron has nothing for Linux: desktops there read a folder (freedesktop.org, Desktop Application Autostart). */
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

/** As the Desktop Entry Specification quotes an argument: escaped in quotes, and the whole value escaped again. */
function quoted(program: string): string {
  const argument = program.replace(/["`$\\]/g, '\\$&').replaceAll('%', '%%')
  return `"${argument.replaceAll('\\', '\\\\')}"`
}

export interface LoginPlaces {
  readonly platform: NodeJS.Platform
  /** `~/.config`, or where XDG_CONFIG_HOME points. */
  readonly configFolder: string
  /** What is to be started: of an AppImage the file itself, not where it is unpacked. */
  readonly program: string
}

export function findLoginItem(
  app: Pick<App, 'getLoginItemSettings' | 'setLoginItemSettings'>,
  { platform, configFolder, program }: LoginPlaces,
): LoginItem {
  return platform === 'linux' ? autostartEntry(join(configFolder, 'autostart'), program) : loginItemOf(app)
}
