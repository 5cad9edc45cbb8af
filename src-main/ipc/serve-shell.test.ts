import { beforeEach, expect, it, vi } from 'vitest'

import type { IpcMain } from 'electron'

import { SHELL_CALLS, SHELL_CHANNEL } from '../contract/channels.ts'
import type { Caller } from './caller.ts'
import { serveShell, type ShellHandlers } from './serve-shell.ts'

type Listener = Parameters<IpcMain['handle']>[1]

const status = { state: 'running', publicUrl: null, retryInMs: null, failure: null, exitCode: null } as const
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
  return listeners.get(SHELL_CHANNEL)!({} as never, ...args) as Promise<unknown>
}

it('answers each call with its value', async () => {
  expect(await ask('server.status')).toEqual({ ok: true, value: status })
  expect(await ask('server.log', undefined)).toEqual({ ok: true, value: ['a line'] })
  expect(await ask('file.save', file)).toEqual({ ok: true, value: true })
  expect(handlers['file.save']).toHaveBeenCalledWith(file)
  expect(await ask('link.open', 'https://example.org/')).toEqual({ ok: true, value: true })
})

it.each(['server.kill', 'constructor', '__proto__', '', 7, undefined, ['server.status']])(
  'knows no call %s',
  async (name) => {
    expect(await ask(name)).toEqual({ ok: false, error: 'unknown' })
  },
)

it.each(SHELL_CALLS)('does nothing for a stranger: %s', async (name) => {
  caller = undefined
  expect(await ask(name, name === 'file.save' ? file : undefined)).toEqual({ ok: false, error: 'foreign' })
  expect(handlers[name]).not.toHaveBeenCalled()
})

it('leaves files and links to the console', async () => {
  caller = 'shell'
  expect(await ask('server.restart')).toEqual({ ok: true, value: status })
  expect(await ask('file.save', file)).toEqual({ ok: false, error: 'foreign' })
  expect(await ask('link.open', 'https://example.org/')).toEqual({ ok: false, error: 'foreign' })
  expect(handlers['file.save']).not.toHaveBeenCalled()
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
])('refuses another shape: %s %j', async (name, input) => {
  expect(await ask(name, input)).toEqual({ ok: false, error: 'input' })
})

it('tells the page no more than that it failed', async () => {
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
