import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'

import { expect, it } from 'vitest'

import { trayIcon } from './tray-icon.ts'

const looks = [true, false].flatMap((isAlert) => [true, false].map((isDark) => ({ isAlert, isDark })))

it.each(['darwin', 'linux', 'win32'] as const)('is a generated picture for %s', (platform) => {
  const drawn = join(import.meta.dirname, '../../build/resources/tray')
  for (const look of looks)
    expect(existsSync(join(drawn, basename(trayIcon('/', platform, look))))).toBe(true)
})

it("shows an alert in each, and follows the panel's brightness where the system doesn't", () => {
  expect(new Set(looks.map((look) => trayIcon('/', 'linux', look))).size).toBe(4)
  expect(new Set(looks.map((look) => trayIcon('/', 'darwin', look))).size).toBe(2)
  expect(trayIcon('/out', 'darwin', { isAlert: false, isDark: true })).toMatch(/Template\.png$/)
})
