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

it('opens an installer, and fails when the system can’t', async () => {
  const openPath = vi.fn(() => Promise.resolve(''))
  await handOver(file('new'), { appImage: undefined, openPath })
  expect(openPath).toHaveBeenCalledExactlyOnceWith(file('new'))
  openPath.mockResolvedValue('no program for it')
  await expect(handOver(file('new'), { appImage: undefined, openPath })).rejects.toThrow('no program for it')
})

it('replaces an AppImage by the new one, with the same permissions', async () => {
  writeFileSync(file('app'), 'old', { mode: 0o755 })
  const openPath = vi.fn(() => Promise.resolve(''))
  await handOver(file('new'), { appImage: file('app'), openPath })
  expect(readFileSync(file('app'), 'utf8')).toBe('new')
  expect(statSync(file('app')).mode & 0o777).toBe(0o755)
  expect(openPath).not.toHaveBeenCalled()
})
