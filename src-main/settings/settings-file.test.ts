import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, it } from 'vitest'

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

it('starts with the defaults', () => {
  expect(open().current).toEqual({
    toldOfHiding: false,
    windows: [],
    leftData: [],
    proxy: { mode: 'system' },
    servers: [],
    attached: null,
  })
  expect(open().setAside).toBeUndefined()
  expect(readdirSync(folder)).toEqual([])
})

it('saves a change, and leaves no half-written file', () => {
  open().update({ toldOfHiding: true, servers: [server], attached: server.id })
  expect(open().current).toMatchObject({ toldOfHiding: true, servers: [server], attached: server.id })
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
  expect(file.setAside).toBe(`${path}.broken-1700000000000`)
  expect(readFileSync(file.setAside!, 'utf8')).toBe(text)
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
