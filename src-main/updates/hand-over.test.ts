import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { handOver } from './hand-over.ts'

let folder: string
const file = (name: string): string => join(folder, name)

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pulsekey-hand-over-'))
  writeFileSync(file('new'), 'new', { mode: 0o600 })
})
afterEach(() => {
  rmSync(folder, { recursive: true })
})

const openPath = vi.fn<(path: string) => Promise<string>>()
const startAfter = vi.fn()
const on = (platform: NodeJS.Platform, appImage?: string) => ({ platform, appImage, openPath, startAfter })

beforeEach(() => {
  openPath.mockReset().mockResolvedValue('')
  startAfter.mockReset()
})

it.each(['darwin', 'linux'] as const)(
  'opens the file for a person on %s, and fails when the system can’t',
  async (platform) => {
    await handOver(file('new'), true, on(platform))
    expect(openPath).toHaveBeenCalledExactlyOnceWith(file('new'))
    openPath.mockResolvedValue('no program for it')
    await expect(handOver(file('new'), true, on(platform))).rejects.toThrow('no program for it')
  },
)

it('installs without a window on Windows, and starts the program again', async () => {
  await handOver(file('new'), true, on('win32'))
  expect(startAfter).toHaveBeenCalledExactlyOnceWith(file('new'), ['--updated', '/S', '--force-run'])
  expect(openPath).not.toHaveBeenCalled()
})

it('replaces an AppImage by the new one, with the same permissions, and starts it', async () => {
  writeFileSync(file('app'), 'old', { mode: 0o755 })
  await handOver(file('new'), true, on('linux', file('app')))
  expect(readFileSync(file('app'), 'utf8')).toBe('new')
  expect(statSync(file('app')).mode & 0o777).toBe(0o755)
  expect(openPath).not.toHaveBeenCalled()
  expect(startAfter).toHaveBeenCalledExactlyOnceWith(file('app'), [])
})

it('opens and starts nothing while the system ends, and still replaces an AppImage', async () => {
  for (const platform of ['win32', 'darwin', 'linux'] as const)
    await handOver(file('new'), false, on(platform))
  writeFileSync(file('app'), 'old', { mode: 0o755 })
  await handOver(file('new'), false, on('linux', file('app')))
  expect(readFileSync(file('app'), 'utf8')).toBe('new')
  expect(openPath).not.toHaveBeenCalled()
  expect(startAfter).not.toHaveBeenCalled()
})
