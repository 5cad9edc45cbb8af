import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { LogFile } from './log-file.ts'

let folder: string
const failed = vi.fn<(error: unknown) => void>()

beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'pulsekey-logs-')), 'logs')
  failed.mockReset()
})
afterEach(() => {
  rmSync(join(folder, '..'), { recursive: true })
})

const read = (name: string): string => readFileSync(join(folder, name), 'utf8')

it('continues an existing file', () => {
  new LogFile(folder, failed).add('one')
  new LogFile(folder, failed).add('二')
  expect(read('server.log')).toBe('one\n二\n')
})

it('starts a new file when one is full, and keeps the maximum number', () => {
  const limits = { bytes: 10, files: 3 }
  const log = new LogFile(folder, failed, limits)
  for (const line of ['aaaa', 'bbbb', 'cccc', 'dddd', 'eeee', 'ffff', 'gggg']) log.add(line)
  expect(readdirSync(folder).sort()).toEqual(['server.1.log', 'server.2.log', 'server.log'])
  expect(read('server.log')).toBe('gggg\n')
  expect(read('server.1.log')).toBe('eeee\nffff\n')
  expect(read('server.2.log')).toBe('cccc\ndddd\n')
  // The size of the existing file counts.
  new LogFile(folder, failed, limits).add('hhhhhhhh')
  expect(read('server.1.log')).toBe('gggg\n')
})

it('counts bytes, not characters', () => {
  const log = new LogFile(folder, failed, { bytes: 12, files: 2 })
  log.add('字字字')
  log.add('x')
  log.add('y')
  expect(read('server.log')).toBe('y\n')
})

it('continues a full file while another can’t be renamed, and rotates afterwards', () => {
  const log = new LogFile(folder, failed, { bytes: 10, files: 2 })
  // Can't be removed, like a file that is open on Windows.
  mkdirSync(join(folder, 'server.1.log', 'held'), { recursive: true })
  for (const line of ['aaaa', 'bbbb', 'cccc']) log.add(line)
  expect(read('server.log')).toBe('aaaa\nbbbb\ncccc\n')
  expect(failed).toHaveBeenCalled()
  rmSync(join(folder, 'server.1.log'), { recursive: true })
  log.add('dddd')
  expect(read('server.log')).toBe('dddd\n')
  expect(read('server.1.log')).toBe('aaaa\nbbbb\ncccc\n')
})

it("drops a line that can't be written", () => {
  const log = new LogFile(folder, failed)
  rmSync(folder, { recursive: true })
  log.add('lost')
  expect(failed).toHaveBeenCalledOnce()
})

it('starts without its folder, and writes as soon as it can', () => {
  // A file in the way stands for a disk that is full or can't be written.
  writeFileSync(folder, '')
  const log = new LogFile(folder, failed)
  log.add('lost')
  expect(failed).toHaveBeenCalledTimes(2)
  rmSync(folder)
  mkdirSync(folder)
  log.add('kept')
  expect(read('server.log')).toBe('kept\n')
})
