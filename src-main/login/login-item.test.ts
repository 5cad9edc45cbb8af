import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { findLoginItem } from './login-item.ts'

let folder: string
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
      getLoginItemSettings: vi.fn(() => ({ openAtLogin: true })),
      setLoginItemSettings: vi.fn(),
    }
    const item = findLoginItem(app as never, { platform, configFolder: folder, program: '/p' })
    expect(item.isSet).toBe(true)
    expect(app.getLoginItemSettings).toHaveBeenCalledWith({ args: ['--hidden'] })
    item.set(false)
    expect(app.setLoginItemSettings).toHaveBeenCalledExactlyOnceWith({
      openAtLogin: false,
      args: ['--hidden'],
    })
  },
)

it('is a file in the autostart folder on Linux', () => {
  const program = '/home/a b/100% "x" $y/Pulsekey.AppImage'
  const item = findLoginItem({} as never, { platform: 'linux', configFolder: folder, program })
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
