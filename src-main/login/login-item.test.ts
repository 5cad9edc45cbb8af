import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { findLoginItem } from './login-item.ts'

let folder: string
const options = ['--data=/d', '--port=9000']
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pulsekey-login-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true })
})

it.each(['win32', 'darwin'] as const)(
  'is an entry in the system’s own list on %s, without a window',
  (platform) => {
    const app = {
      getLoginItemSettings: vi.fn(() => ({ openAtLogin: true, executableWillLaunchAtLogin: true })),
      setLoginItemSettings: vi.fn(),
    }
    const item = findLoginItem(app as never, { platform, configFolder: folder, program: '/p', options })
    expect(item.isSet).toBe(true)
    expect(app.getLoginItemSettings).toHaveBeenCalledWith({ args: ['--hidden', ...options] })
    item.set(false)
    expect(app.setLoginItemSettings).toHaveBeenCalledExactlyOnceWith({
      openAtLogin: false,
      args: ['--hidden', ...options],
    })
  },
)

it('is a file in the autostart folder on Linux', () => {
  const program = '/home/a b/100% "x" $y/Pulsekey.AppImage'
  const item = findLoginItem({} as never, { platform: 'linux', configFolder: folder, program, options: [] })
  expect(item.isSet).toBe(false)
  item.set(true)
  expect(item.isSet).toBe(true)
  const lines = readFileSync(join(folder, 'autostart', 'pulsekey.desktop'), 'utf8').split('\n')
  expect(lines[0]).toBe('[Desktop Entry]')
  // Desktop Entry Specification, "The Exec key": a quote is written \\", a dollar \\$, a percent sign %%.
  expect(lines).toContain(String.raw`Exec="/home/a b/100%% \\"x\\" \\$y/Pulsekey.AppImage" --hidden`)
  item.set(false)
  item.set(false)
  expect(existsSync(join(folder, 'autostart', 'pulsekey.desktop'))).toBe(false)
})

it('keeps the data folder and the port of the command line', () => {
  const given = ['--data=/srv/my data', '--port=9000']
  const item = findLoginItem({} as never, {
    platform: 'linux',
    configFolder: folder,
    program: '/opt/pulsekey',
    options: given,
  })
  item.set(true)
  expect(readFileSync(join(folder, 'autostart', 'pulsekey.desktop'), 'utf8')).toContain(
    '\nExec=/opt/pulsekey --hidden "--data=/srv/my data" --port=9000\n',
  )
})

it.each(['X-GNOME-Autostart-enabled=false', 'Hidden=true'])(
  'is off where the desktop switched it off by %s',
  (line) => {
    mkdirSync(join(folder, 'autostart'))
    writeFileSync(join(folder, 'autostart', 'pulsekey.desktop'), `[Desktop Entry]\n${line}\n`)
    const places = { platform: 'linux', configFolder: folder, program: '/p', options: [] } as const
    expect(findLoginItem({} as never, places).isSet).toBe(false)
  },
)

it('is off where the task manager of Windows switched it off', () => {
  const app = {
    getLoginItemSettings: () => ({ openAtLogin: true, executableWillLaunchAtLogin: false }),
  }
  const places = { platform: 'win32', configFolder: folder, program: '/p', options: [] } as const
  expect(findLoginItem(app as never, places).isSet).toBe(false)
})
