import { beforeEach, expect, it, vi } from 'vitest'

import { FakeTimers } from '../server-process/fake-timers.ts'
import { type ConsoleCheck, RemoteServer } from './remote-server.ts'

const saved = {
  id: 'o',
  name: 'Office',
  origin: 'https://a.example:8443',
  fingerprint: 'ab'.repeat(32),
  isPublic: false,
  turn: 0,
}
const gone: ConsoleCheck = { ok: false, problem: 'unreachable', failure: null }
let timers: FakeTimers
let found: ConsoleCheck
const check = vi.fn(() => Promise.resolve(found))
let server: RemoteServer

beforeEach(() => {
  timers = new FakeTimers()
  found = { ok: true }
  check.mockReset().mockImplementation(() => Promise.resolve(found))
  server = new RemoteServer(saved, timers, check)
})

/** Lets pending results take effect. */
const settle = (): Promise<void> => new Promise((done) => setImmediate(done))

it('is shown as soon as it is found', async () => {
  server.start()
  expect(server.status).toMatchObject({ state: 'starting', remote: 'Office', publicUrl: null })
  expect(server.ready).toBeUndefined()
  await settle()
  expect(server.status.state).toBe('running')
  expect(server.ready).toEqual({ consoleUrl: 'https://a.example:8443' })
})

it('is tried again after growing pauses, and at once on request', async () => {
  found = gone
  server.start()
  await settle()
  expect(server.status).toMatchObject({ state: 'waiting', problem: 'unreachable', retryInMs: 100 })
  timers.pass(100)
  await settle()
  expect(server.status.retryInMs).toBe(200)
  found = { ok: true }
  await server.restart()
  await settle()
  expect(server.status).toMatchObject({ state: 'running', problem: null })
})

it('is not shown with another certificate', async () => {
  found = { ok: false, problem: 'other_certificate', failure: null }
  server.start()
  await settle()
  expect(server.ready).toBeUndefined()
  expect(server.status.problem).toBe('other_certificate')
})

it("is tried again when one of its pages couldn't be loaded", async () => {
  server.start()
  await settle()
  found = gone
  server.loadFailed()
  await settle()
  expect(server.status).toMatchObject({ state: 'waiting', problem: 'unreachable' })
  // The shell's own page reports this, so the failed load isn't one of the server's pages.
  server.loadFailed()
  expect(check).toHaveBeenCalledTimes(2)
})

it('is left alone after another server is shown', async () => {
  const slow = Promise.withResolvers<ConsoleCheck>()
  check.mockReturnValue(slow.promise)
  server.start()
  await server.shutDown()
  slow.resolve({ ok: true })
  await slow.promise
  await settle()
  expect(server.ready).toBeUndefined()
  server.start()
  expect(check).toHaveBeenCalledOnce()
})
