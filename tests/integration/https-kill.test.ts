import { once } from 'node:events'
import { connect } from 'node:tls'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { HttpsState } from '../../src-server/contract/records/https.ts'
import { Pebble } from '../support/acme/pebble.ts'
import { freePort } from '../support/free-port.ts'
import { KilledServer } from '../support/killed-server.ts'
import { until } from '../support/until.ts'

let pebble: Pebble
let server: KilledServer
let securePort: number

async function served(): Promise<string | undefined> {
  const socket = connect({ host: '127.0.0.1', port: securePort, rejectUnauthorized: false })
  await once(socket, 'secureConnect')
  const names = socket.getPeerX509Certificate()?.subjectAltName
  socket.destroy()
  return names
}
const reach = (what: string, is: (state: HttpsState) => boolean) =>
  until(async () => is(await server.client.call('https_get', {})), what)

beforeAll(async () => {
  server = await KilledServer.begin('https-kill')
  securePort = await freePort()
  pebble = await Pebble.start({ httpPort: server.port })
})
afterAll(async () => {
  await server.end()
  await pebble.stop()
})

it('after a kill in the middle of an order, the old certificate is served and the order goes on', async () => {
  await server.client.call('authority_add', { data: pebble.authority.toString('base64') })
  const https = {
    mode: 'automatic',
    port: securePort,
    directory: pebble.directory,
    terms: 'agreed',
  } as const
  await server.client.call('settings_set', { https: { ...https, names: ['one.example.com'] } })
  await server.client.call('https_order', {})
  await reach('the first certificate', ({ served: [first], order }) => first !== undefined && order === null)

  // The order waits for a person who sets the records.
  const names = ['one.example.com', 'two.example.com']
  await server.client.call('settings_set', { https: { names, challenge: 'hand' } })
  await server.client.call('https_order', {})
  const shown = async () => (await server.client.call('https_get', {})).order?.records ?? []
  const records = await until(async () => ((await shown()).length === 2 ? shown() : undefined), 'the records')
  await server.kill()
  await server.start()
  expect(await served()).toBe('DNS:one.example.com')
  await until(async () => (await shown()).length === 2, 'the records after the kill')
  // The authority lists the proofs of an order as it likes.
  const values = (of: readonly { readonly name: string; readonly value: string }[]) =>
    of.map(({ name, value }) => `${name} ${value}`).sort()
  expect(values(await shown())).toEqual(values(records))
  await server.client.call('settings_set', { https: { challenge: 'http' } })
  await server.client.call('https_order', {})
  await until(
    async () => (await served()) === 'DNS:one.example.com, DNS:two.example.com',
    'the new certificate',
  )
  // The same order went on.
  expect(pebble.orders).toBe(2)
})
