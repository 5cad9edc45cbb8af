import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { HttpsState } from '../../src-server/contract/records/https.ts'
import { Pebble } from '../support/acme/pebble.ts'
import { ConsoleClient } from '../support/console-client.ts'
import { freePort } from '../support/free-port.ts'
import { findServerProgram } from '../support/server-program.ts'
import { until } from '../support/until.ts'

const PASSWORD = 'correct horse battery'
let pebble: Pebble
let folder: string
let child: ChildProcess
let client: ConsoleClient
const ports = { plain: 0, secure: 0 }

/** The server as a process of its own, with an owner who is signed in. */
async function start(): Promise<void> {
  const args = ['--data', folder, '--port', String(ports.plain), '--host', '127.0.0.1']
  child = spawn(process.execPath, [findServerProgram(), ...args], {
    env: { ...process.env, PULSEKEY_OWNER_PASSWORD: PASSWORD },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let printed = ''
  child.stdout?.on('data', (piece: Buffer) => (printed += piece.toString()))
  const url = await until(() => /ready .*console=(\S+)/.exec(printed)?.[1], 'the server')
  client = await ConsoleClient.signIn(url, 'owner', PASSWORD)
}
async function kill(): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}
async function served(): Promise<string | undefined> {
  const socket = connect({ host: '127.0.0.1', port: ports.secure, rejectUnauthorized: false })
  await once(socket, 'secureConnect')
  const names = socket.getPeerX509Certificate()?.subjectAltName
  socket.destroy()
  return names
}
const reach = (what: string, is: (state: HttpsState) => boolean) =>
  until(async () => is(await client.call('https_get', {})), what)

beforeAll(async () => {
  ports.plain = await freePort()
  ports.secure = await freePort()
  pebble = await Pebble.start({ httpPort: ports.plain })
  folder = mkdtempSync(join(tmpdir(), 'pulsekey-https-kill-'))
  await start()
})
afterAll(async () => {
  await kill()
  await pebble.stop()
  rmSync(folder, { recursive: true, force: true })
})

it('after a kill in the middle of an order, the old certificate is served and the order goes on', async () => {
  await client.call('authority_add', { data: pebble.authority.toString('base64') })
  const https = {
    mode: 'automatic',
    port: ports.secure,
    directory: pebble.directory,
    terms: 'agreed',
  } as const
  await client.call('settings_set', { https: { ...https, names: ['one.example.com'] } })
  await client.call('https_order', {})
  await reach('the first certificate', ({ served: [first], order }) => first !== undefined && order === null)

  // The order waits for a person who sets the records.
  const names = ['one.example.com', 'two.example.com']
  await client.call('settings_set', { https: { names, challenge: 'hand' } })
  await client.call('https_order', {})
  const shown = async () => (await client.call('https_get', {})).order?.records ?? []
  const records = await until(async () => ((await shown()).length === 2 ? shown() : undefined), 'the records')
  await kill()
  await start()
  expect(await served()).toBe('DNS:one.example.com')
  await until(async () => (await shown()).length === 2, 'the records after the kill')
  // The authority lists the proofs of an order as it likes.
  const values = (of: readonly { readonly name: string; readonly value: string }[]) =>
    of.map(({ name, value }) => `${name} ${value}`).sort()
  expect(values(await shown())).toEqual(values(records))
  await client.call('settings_set', { https: { challenge: 'http' } })
  await client.call('https_order', {})
  await until(
    async () => (await served()) === 'DNS:one.example.com, DNS:two.example.com',
    'the new certificate',
  )
  // The same order went on.
  expect(pebble.orders).toBe(2)
})
