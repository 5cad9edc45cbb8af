import { beforeEach, describe, expect, it, vi } from 'vitest'

import type { IpcMain } from 'electron'

import { SHELL_CALLS, SHELL_CHANNEL, type ShellCall } from '../contract/channels.ts'
import type { Caller } from './caller.ts'
import { serveShell, type ShellHandlers } from './serve-shell.ts'

type Listener = Parameters<IpcMain['handle']>[1]

const status = {
  state: 'running',
  remote: null,
  publicUrl: null,
  retryInMs: null,
  failure: null,
  failureZh: null,
  problem: null,
  port: null,
  exitCode: null,
} as const
const office = {
  name: 'Office',
  origin: 'https://a.example:8443',
  fingerprint: 'ab'.repeat(32),
  key: 'cd'.repeat(32),
  isPublic: false,
}
const id = '7b0c5a52-6a39-4c35-9d2a-0d0c3c1d2f10'
const servers = { attached: null, servers: [{ id, ...office }] }
const preferences = {
  startAtLogin: true,
  servesHere: true,
  keepAwake: true,
  proxy: { mode: 'system' },
} as const
const data = { path: '/data', isGiven: false }
const page = { id: 1 }
const appearance = { language: 'zh', theme: 'dark' }
const alarm = { title: 'Gold: 143 × Drawdown', body: 'Worst: 5@Broker', screen: '#/risk' }
const file = { name: 'codes.csv', bytes: new Uint8Array([1]) }
let handlers: ShellHandlers
let report: ReturnType<typeof vi.fn<(call: string, error: unknown) => void>>
let caller: Caller | undefined

beforeEach(() => {
  caller = 'console'
  report = vi.fn()
  handlers = {
    'server.status': vi.fn(() => status),
    'server.restart': vi.fn(() => status),
    'server.log': vi.fn(() => ['a line']),
    'server.free_port': vi.fn(() => 8788),
    'server.move_port': vi.fn(() => status),
    'logs.open': vi.fn(() => true),
    'servers.list': vi.fn(() => servers),
    'servers.look': vi.fn(() => null),
    'servers.add': vi.fn(() => servers),
    'servers.remove': vi.fn(() => servers),
    'servers.attach': vi.fn(() => servers),
    'preferences.get': vi.fn(() => preferences),
    'preferences.set': vi.fn(() => preferences),
    'preferences.open': vi.fn(() => true),
    'data.show': vi.fn(() => data),
    'data.open': vi.fn(() => true),
    'data.choose': vi.fn(() => data),
    'appearance.set': vi.fn(() => true),
    'alarm.show': vi.fn(() => true),
    'board.open': vi.fn(() => true),
    'screen.show': vi.fn(() => true),
    'page.reload': vi.fn(() => true),
    'page.pdf': vi.fn(() => true),
    'find.search': vi.fn(() => ({ matches: 3, at: 1 })),
    'find.close': vi.fn(() => true),
    'file.save': vi.fn(() => true),
    'link.open': vi.fn(() => true),
  }
})

function ask(...args: unknown[]): Promise<unknown> {
  const listeners = new Map<string, Listener>()
  serveShell(
    { handle: (channel, listener) => void listeners.set(channel, listener) },
    handlers,
    () => caller,
    report,
  )
  return listeners.get(SHELL_CHANNEL)!({ sender: page } as never, ...args) as Promise<unknown>
}

it('answers each call with its value', async () => {
  expect(await ask('server.status')).toEqual({ ok: true, value: status })
  expect(await ask('server.log', undefined)).toEqual({ ok: true, value: ['a line'] })
  expect(await ask('file.save', file)).toEqual({ ok: true, value: true })
  expect(handlers['file.save']).toHaveBeenCalledWith(file, page)
  expect(await ask('link.open', 'https://example.org/')).toEqual({ ok: true, value: true })
})

it.each(['server.kill', 'constructor', '__proto__', '', 7, undefined, ['server.status']])(
  'refuses the unknown call %s',
  async (name) => {
    expect(await ask(name)).toEqual({ ok: false, error: 'unknown' })
  },
)

const INPUTS: Partial<Record<ShellCall, unknown>> = {
  'server.move_port': 8788,
  'servers.look': 'a.example',
  'servers.add': office,
  'servers.remove': id,
  'servers.attach': null,
  'preferences.set': preferences,
  'appearance.set': appearance,
  'alarm.show': alarm,
  'screen.show': '#/live/5',
  'find.search': { text: 'a', forward: true, next: false },
  'page.pdf': 'report.pdf',
  'file.save': file,
  'link.open': 'https://example.org/',
}

it.each(SHELL_CALLS)('does nothing for an unknown caller: %s', async (name) => {
  caller = undefined
  expect(await ask(name, INPUTS[name])).toEqual({ ok: false, error: 'foreign' })
  expect(handlers[name]).not.toHaveBeenCalled()
})

it("doesn't even tell an unknown caller which calls exist", async () => {
  caller = undefined
  expect(await ask('server.kill')).toEqual({ ok: false, error: 'foreign' })
})

describe('permissions', () => {
  const answered = async (who: Caller): Promise<ShellCall[]> => {
    caller = who
    const answers = await Promise.all(
      SHELL_CALLS.map(async (name) => [name, await ask(name, INPUTS[name])] as const),
    )
    return answers.filter(([, answer]) => (answer as { ok: boolean }).ok).map(([name]) => name)
  }

  it('a remote console: files, links and notifications, and nothing of this machine', async () => {
    expect(await answered('remote')).toEqual([
      ...['preferences.open', 'appearance.set', 'alarm.show', 'board.open', 'screen.show'],
      ...['page.pdf', 'file.save', 'link.open'],
    ])
  })

  it('the local console: also its server, but no other servers and no desktop settings', async () => {
    expect(await answered('console')).toEqual([
      ...['server.status', 'server.restart', 'server.log'],
      ...['preferences.open', 'appearance.set', 'board.open', 'screen.show'],
      ...['page.pdf', 'file.save', 'link.open'],
    ])
  })

  it('the shell’s own pages: everything except files and links', async () => {
    expect(await answered('shell')).toEqual(
      SHELL_CALLS.filter(
        (name) =>
          ![
            ...['appearance.set', 'alarm.show', 'board.open', 'screen.show'],
            ...['page.pdf', 'file.save', 'link.open'],
          ].includes(name),
      ),
    )
  })
})

it.each([
  ['server.status', {}],
  ['file.save', undefined],
  ['file.save', { ...file, name: '../codes.csv' }],
  ['file.save', { ...file, name: 'a\\b' }],
  ['file.save', { ...file, name: 'C:codes.csv' }],
  ['file.save', { ...file, name: '.profile' }],
  ['file.save', { ...file, name: 'a\u0000.csv' }],
  ['file.save', { ...file, name: '' }],
  ['file.save', { ...file, bytes: 'text' }],
  ['file.save', { ...file, path: '/etc' }],
  ['link.open', 'http://example.org/'],
  ['link.open', 'file:///etc/passwd'],
  ['link.open', 'javascript:alert(1)'],
  ['link.open', `https://example.org/${'x'.repeat(2_000)}`],
  ['link.open', 5],
  ['screen.show', 'https://example.org/'],
  ['appearance.set', { ...appearance, language: 'de' }],
  ['appearance.set', { ...appearance, theme: '../x' }],
])('refuses a wrong shape: %s %j', async (name, input) => {
  caller = 'console'
  expect(await ask(name, input)).toEqual({ ok: false, error: 'input' })
})

it.each([
  { ...alarm, screen: 'https://example.org/' },
  { ...alarm, screen: '#/risk?x=1' },
  { ...alarm, title: '' },
  { ...alarm, body: 'x'.repeat(501) },
])('refuses a notification of a wrong shape: %j', async (input) => {
  caller = 'remote'
  expect(await ask('alarm.show', input)).toEqual({ ok: false, error: 'input' })
})

it.each([
  ['server.move_port', 0],
  ['server.move_port', 65_536],
  ['server.move_port', '8788'],
  ['server.move_port', 8788.5],
  ['servers.look', ''],
  ['servers.look', { address: 'a.example' }],
  ['servers.add', { ...office, origin: 'http://a.example' }],
  ['servers.add', { ...office, origin: 'https://a.example/console/' }],
  ['servers.add', { ...office, fingerprint: 'AB'.repeat(32) }],
  ['servers.add', { ...office, name: ' ' }],
  ['servers.add', { ...office, id }],
  ['servers.remove', 'o'],
  ['servers.attach', undefined],
  ['servers.attach', 'o'],
  ['find.search', { text: 'x'.repeat(201), forward: true, next: false }],
  ['servers.add', { ...office, key: 'x' }],
  ['servers.add', { ...office, isPublic: undefined }],
  ['preferences.set', { startAtLogin: true }],
  ['preferences.set', { ...preferences, proxy: { mode: 'fixed' } }],
  ['preferences.set', { ...preferences, proxy: { mode: 'fixed', server: 'proxy' } }],
  ['preferences.set', { ...preferences, proxy: { mode: 'pac_script' } }],
  ['preferences.set', { ...preferences, more: 1 }],
])("refuses a wrong shape from the shell's own pages: %s %j", async (name, input) => {
  caller = 'shell'
  expect(await ask(name, input)).toEqual({ ok: false, error: 'input' })
})

it('tells the page only that the call failed', async () => {
  const error = new Error('EACCES /home/me')
  handlers = {
    ...handlers,
    'server.log': () => {
      throw error
    },
  }
  expect(await ask('server.log')).toEqual({ ok: false, error: 'failed' })
  expect(report).toHaveBeenCalledWith('server.log', error)
})
