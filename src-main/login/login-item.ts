import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { App } from 'electron'

/** With this argument the desktop opens no window. It runs the server, and its tray icon opens a window. */
export const HIDDEN = '--hidden'

/** Whether the desktop starts when the user signs in. The system itself stores this. */
export interface LoginItem {
  readonly isSet: boolean
  set(on: boolean): void
}

function loginItemOf(
  app: Pick<App, 'getLoginItemSettings' | 'setLoginItemSettings'>,
  platform: NodeJS.Platform,
  args: readonly string[],
): LoginItem {
  return {
    get isSet() {
      // On Windows `openAtLogin` is false for other arguments, and true where the task manager switched it off.
      const { openAtLogin, executableWillLaunchAtLogin } = app.getLoginItemSettings({ args: [...args] })
      return platform === 'win32' ? executableWillLaunchAtLogin : openAtLogin
    },
    set: (openAtLogin) => {
      app.setLoginItemSettings({ openAtLogin, args: [...args] })
    },
  }
}

/**
 * Electron has no support for Linux, where desktops read a folder (freedesktop.org, Desktop Application
 * Autostart).
 */
function autostartEntry(folder: string, program: string, args: readonly string[]): LoginItem {
  const path = join(folder, 'pulsekey.desktop')
  return {
    get isSet() {
      return existsSync(path) && !isSwitchedOff(readFileSync(path, 'utf8'))
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
        `Exec=${[program, ...args].map(quoted).join(' ')}`,
        'X-GNOME-Autostart-enabled=true',
      ]
      writeFileSync(path, `${lines.join('\n')}\n`)
    },
  }
}

/** Desktops switch an entry off by a line in it, and leave the file. */
function isSwitchedOff(entry: string): boolean {
  return /^(X-GNOME-Autostart-enabled\s*=\s*false|Hidden\s*=\s*true)\s*$/m.test(entry)
}

/**
 * Quotes an argument by the Desktop Entry Specification: escaped in quotes, and the whole value escaped
 * again.
 */
function quoted(text: string): string {
  if (/^[A-Za-z0-9=/._-]+$/.test(text)) return text
  const argument = text.replace(/["`$\\]/g, '\\$&').replaceAll('%', '%%')
  return `"${argument.replaceAll('\\', '\\\\')}"`
}

export interface LoginPlaces {
  readonly platform: NodeJS.Platform
  /** `~/.config`, or the folder in XDG_CONFIG_HOME. */
  readonly configFolder: string
  /** The program to start. For an AppImage it is the file itself, not the place where it is unpacked. */
  readonly program: string
  /** The options for data and port of this start's command line, which each later start needs too. */
  readonly options: readonly string[]
}

export function findLoginItem(
  app: Pick<App, 'getLoginItemSettings' | 'setLoginItemSettings'>,
  { platform, configFolder, program, options }: LoginPlaces,
): LoginItem {
  const args = [HIDDEN, ...options]
  return platform === 'linux'
    ? autostartEntry(join(configFolder, 'autostart'), program, args)
    : loginItemOf(app, platform, args)
}
