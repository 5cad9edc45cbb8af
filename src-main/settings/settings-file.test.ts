import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { SettingsFile } from './settings-file.ts'

let folder: string
let path: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pulsekey-settings-'))
  path = join(folder, 'desktop.json')
})
afterEach(() => {
  rmSync(folder, { recursive: true })
})

const open = (): SettingsFile => new SettingsFile(path, () => 1_700_000_000_000)
const server = {
  id: '7b0c5a52-6a39-4c35-9d2a-0d0c3c1d2f10',
  name: 'Office',
  origin: 'https://licences.example.org:8443',
  fingerprint: 'ab'.repeat(32),
}

const saved = { ...server, isPublic: false, turn: 0 }

it('starts with the defaults', () => {
  expect(open().current).toEqual({
    toldOfHiding: false,
    windows: [],
    board: null,
    leftData: [],
    proxy: { mode: 'system' },
    servers: [],
    attached: null,
    servesHere: true,
    keepAwake: true,
    dataFolder: null,
    language: null,
    theme: 'system',
  })
  expect(open().trouble).toBeUndefined()
  expect(readdirSync(folder)).toEqual([])
})

it('saves a change, and leaves no half-written file', () => {
  open().update({ toldOfHiding: true, servers: [saved], attached: server.id })
  expect(open().current).toMatchObject({ toldOfHiding: true, servers: [saved], attached: server.id })
  expect(readdirSync(folder)).toEqual(['desktop.json'])
})

it('reads the old file when a write was cut off before the rename', () => {
  open().update({ toldOfHiding: true })
  writeFileSync(`${path}.new`, '{"toldOfHi')
  expect(open().current.toldOfHiding).toBe(true)
})

it('drops unknown members', () => {
  writeFileSync(path, JSON.stringify({ toldOfHiding: true, spy: 1, proxy: { mode: 'direct', spy: 1 } }))
  const file = open()
  file.update({})
  expect(readFileSync(path, 'utf8')).not.toContain('spy')
  expect(file.current).toMatchObject({ toldOfHiding: true, proxy: { mode: 'direct' } })
})

it.each([
  ['no JSON', '{"toldOfHiding": tr'],
  ['nothing', ''],
  ['another shape', '{"toldOfHiding": "yes"}'],
  ['a list', '[]'],
  ['a server without https', JSON.stringify({ servers: [{ ...server, origin: 'http://a.example' }] })],
  ['a server with a path', JSON.stringify({ servers: [{ ...server, origin: 'https://a.example/x' }] })],
  ['a short fingerprint', JSON.stringify({ servers: [{ ...server, fingerprint: 'ab' }] })],
  ['a proxy with a command', JSON.stringify({ proxy: { mode: 'fixed', server: 'a:1;b=c:2' } })],
])('moves a file aside that is %s', (_what, text) => {
  writeFileSync(path, text)
  const file = open()
  const setAside = `${path}.broken-1700000000000`
  expect(file.trouble).toEqual({ kind: 'broken', setAside })
  expect(readFileSync(setAside, 'utf8')).toBe(text)
  expect(file.current.servers).toEqual([])
  file.update({ toldOfHiding: true })
  expect(open().current.toldOfHiding).toBe(true)
})

it('writes nothing that it could not read again', () => {
  const file = open()
  expect(() => {
    file.update({ attached: 'nobody' })
  }).toThrow()
  expect(file.current.attached).toBeNull()
})

describe('a file that cannot be read', () => {
  // Stands for a file of another user, or one that a virus scanner holds.
  beforeEach(() => {
    mkdirSync(path)
  })

  it('lets the desktop start with its defaults, and gives the reason', () => {
    expect(open().current.servers).toEqual([])
    expect(open().trouble).toMatchObject({ kind: 'unreadable', path })
    expect(readdirSync(folder)).toEqual(['desktop.json'])
  })

  it('is not replaced, because the saved servers may be in it', () => {
    const file = open()
    expect(() => {
      file.update({ keepAwake: false })
    }).toThrow(/desktop\.json/)
    file.note({ toldOfHiding: true })
    expect(file.current).toMatchObject({ toldOfHiding: true, keepAwake: true })
    expect(readdirSync(folder)).toEqual(['desktop.json'])
  })
})

describe('a full disk', () => {
  // A folder in the way of the new file stands for it.
  beforeEach(() => {
    mkdirSync(`${path}.new`)
  })

  it('refuses a change of the user', () => {
    const file = open()
    expect(() => {
      file.update({ keepAwake: false })
    }).toThrow()
    expect(file.current.keepAwake).toBe(true)
  })

  it('refuses no note of the desktop, which then holds for this run', () => {
    const file = open()
    file.note({ toldOfHiding: true })
    expect(file.current.toldOfHiding).toBe(true)
  })
})

it('keeps this machine’s server off when a version before 0.2 had it off', () => {
  writeFileSync(path, JSON.stringify({ servers: [server], attached: server.id }))
  expect(open().current.servesHere).toBe(false)
  open().update({ servesHere: true })
  expect(open().current.servesHere).toBe(true)
})
