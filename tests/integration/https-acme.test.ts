import { X509Certificate } from 'node:crypto'
import { Agent, request } from 'node:https'
import { connect } from 'node:tls'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { HttpsState } from '../../src-server/contract/records/https.ts'
import { createProofPort } from '../../src-server/entry/adapters/proof-port.ts'
import { createTxtLookup } from '../../src-server/outbound/dns/txt-lookup.ts'
import { Pebble } from '../support/acme/pebble.ts'
import { ConsoleClient } from '../support/console-client.ts'
import { CLOUDFLARE_TOKEN } from '../support/dns/cloudflare.ts'
import { ProviderStub } from '../support/dns/provider-stub.ts'
import { freePort } from '../support/free-port.ts'
import { OWNER_PASSWORD, TestServer } from '../support/test-server.ts'
import { until } from '../support/until.ts'

const NAME = 'ea.example.com'

let pebble: Pebble
let provider: ProviderStub
let server: TestServer
let port: number
let httpPort: number
let app: number

beforeAll(async () => {
  httpPort = await freePort()
  pebble = await Pebble.start({ httpPort, refusedNonces: 15 })
  provider = await ProviderStub.start('cloudflare')
  server = await TestServer.start(Math.floor(Date.now() / 1000), {
    dns: {
      dns: { fetch, bases: { cloudflare: provider.url } },
      lookUpTxt: createTxtLookup([pebble.dns.address]),
    },
  })
  port = await freePort()
  app = await server.application()
  await server.act('authority_add', { data: pebble.authority.toString('base64') })
})
afterAll(async () => {
  await server.end()
  await provider.stop()
  await pebble.stop()
})

/** A session doesn't outlast the weeks that pass here. */
async function signIn(): Promise<ConsoleClient> {
  return ConsoleClient.signIn(server.running.consoleUrl, 'owner', OWNER_PASSWORD)
}
async function reopen(start: Parameters<TestServer['open']>[0] = {}): Promise<void> {
  await server.open(start)
  client = await signIn()
}
let client: ConsoleClient | undefined
const state = async () => (client ?? (await server.owner())).call('https_get', {})
async function pass(seconds: number): Promise<void> {
  server.clock.pass(seconds)
  client = await signIn()
}
async function set(https: object): Promise<void> {
  client = await signIn()
  await client.call('settings_set', { https })
}
async function shown(): Promise<X509Certificate> {
  const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false })
  await once(socket, 'secureConnect')
  const certificate = socket.getPeerX509Certificate()!
  socket.destroy()
  return certificate
}
/** Lets time pass for the server until its state is as wanted. */
function reach(what: string, is: (state: HttpsState) => boolean, seconds = 5): Promise<HttpsState> {
  return until(async () => {
    const now = await state()
    if (is(now)) return now
    if (seconds > 0) server.clock.pass(seconds)
    return undefined
  }, what)
}
const isServed = ({ order, served, failure }: HttpsState) =>
  order === null && failure === null && served.length > 0
const failed = (kind: string) => (now: HttpsState) => now.order === null && now.failure?.kind === kind

describe('certificates by ACME', () => {
  it('asks the authority for its terms, and orders nothing before they are agreed to', async () => {
    const { terms, needs_binding: needsBinding } = await server.act('https_directory', {
      directory: pebble.directory,
    })
    expect(terms).toMatch(/^data:|^https?:/)
    expect(needsBinding).toBe(false)
    await set({ mode: 'automatic', port, directory: pebble.directory, names: [NAME], challenge: 'http' })
    await reach('the refusal', failed('terms'))
    await set({ terms })
  })

  it('gets a certificate by HTTP at the public listener, and serves it', async () => {
    // Pebble calls a port that the server opens for the order, as authorities call port 80.
    await server.close()
    await reopen({ openProofPort: createProofPort('127.0.0.1', httpPort, server.log) })
    const { served, renews_at: renews } = await reach('the certificate', isServed)
    expect(served[0]).toMatchObject({ source: 'automatic', names: [NAME], warnings: [] })
    const { from, until: end } = served[0]!
    expect(renews).toBeGreaterThan(from + (end - from) * 0.64)
    expect(renews).toBeLessThanOrEqual(from + ((end - from) * 2) / 3)
    const root = new X509Certificate(await pebble.root())
    expect((await shown()).fingerprint256).toBe(served[0]!.sha256)
    await expect(callOver(new Agent({ ca: String(root), keepAlive: false }))).resolves.toBe(200)
  })

  it('answers proofs at the public listener too', async () => {
    const reply = await fetch(`${server.running.publicUrl}/.well-known/acme-challenge/unknown`)
    expect(reply.status).toBe(404)
  })

  function callOver(agent: Agent): Promise<number> {
    return new Promise((resolve, reject) => {
      const options = {
        host: '127.0.0.1',
        port,
        path: `/api.php?api=ini&app=${app}`,
        servername: NAME,
        agent,
      }
      const call = request(options, (response) => {
        response.resume()
        response.on('end', () => {
          resolve(response.statusCode ?? 0)
        })
      })
      call.on('error', reject)
      call.end()
    })
  }

  it('renews in time, with the same key, without a lost call or a dropped connection', async () => {
    const before = await shown()
    const kept = connect({ host: '127.0.0.1', port, servername: NAME, rejectUnauthorized: false })
    await once(kept, 'secureConnect')
    let closed = false
    kept.on('close', () => (closed = true))
    const root = await pebble.root()
    let isOver = false
    const statuses: number[] = []
    const terminal = async (keepAlive: boolean) => {
      const agent = new Agent({ ca: root, keepAlive, maxSockets: 1 })
      while (!isOver) statuses.push(await callOver(agent))
      agent.destroy()
    }
    const terminals = [terminal(true), terminal(true), terminal(false)]
    const { renews_at: renews } = await state()
    await pass(renews! - server.clock.now() - 60)
    await until(() => statuses.length > 30, 'calls')
    expect((await shown()).fingerprint256).toBe(before.fingerprint256)
    server.clock.pass(120)
    await until(
      async () => (await shown()).fingerprint256 !== before.fingerprint256,
      'the renewed certificate',
    )
    const after = statuses.length
    await until(() => statuses.length > after + 30, 'calls')
    isOver = true
    await Promise.all(terminals)
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(closed).toBe(false)
    kept.destroy()
    const now = await shown()
    expect(now.publicKey.equals(before.publicKey)).toBe(true)
    expect(now.serialNumber).not.toBe(before.serialNumber)
  })

  it('keeps the old certificate while the authority is down, waits longer each time, and tells in time', async () => {
    // Pebble's certificates begin at the machine's time, so the next renewal may have begun already.
    await reach('the end of the order', (now) => now.order === null, 0)
    const before = await shown()
    await pebble.down()
    await pass((await state()).served[0]!.until - server.clock.now() - 20 * 86_400)
    // The time that passes may hold more than one try.
    let last = 0
    while (last < 3) {
      const { failure } = await reach(
        'a failure',
        (now) => now.order === null && (now.failure?.times ?? 0) > last,
        1,
      )
      expect(failure).toMatchObject({ kind: 'unreachable' })
      last = failure!.times
      const least = [0, 300, 900, 3600][Math.min(last, 3)]
      expect(failure!.next_try - failure!.at).toBeGreaterThanOrEqual(least!)
      if (last < 3) server.clock.pass(failure!.next_try - server.clock.now() + 1)
    }
    expect((await shown()).fingerprint256).toBe(before.fingerprint256)
    const { rows } = await (await signIn()).call('risk_list', { kind: 'weak_setting' })
    expect(rows.map(({ facts }) => facts['setting'])).toContain('certificate_failing')
  })

  it('does not try again before its time, also after a restart', async () => {
    await server.close()
    // The server's clock is months ahead from here on: none of the next certificates is due at once.
    pebble.life = 5 * 365 * 86_400
    await pebble.up()
    await reopen({ openProofPort: createProofPort('127.0.0.1', httpPort, server.log) })
    const { failure } = await state()
    await pass(failure!.next_try - server.clock.now() - 30)
    const later = await state()
    expect(later.failure).toEqual(failure)
    // Pebble has forgotten the account: the server registers it again.
    server.clock.pass(60)
    await reach('the certificate', isServed, 600)
  })

  it('says that the port for proofs can not be opened', async () => {
    await server.close()
    // Nothing answers at the port that pebble calls.
    await reopen({ openProofPort: async () => ({ failed: 'port 80: EACCES' }) })
    await set({ names: [NAME, 'b.example.com'] })
    const { failure } = await reach('the failure', failed('port'))
    expect(failure?.detail).toContain('EACCES')
  })

  it('gets a certificate by a record at the provider, and removes the record', async () => {
    pebble.dns.texts = (name) => provider.zone.find('TXT', name).map(({ value }) => value)
    await set({
      names: [`*.${NAME}`, NAME],
      challenge: 'dns',
      dns_provider: 'cloudflare',
      dns_secret: CLOUDFLARE_TOKEN,
    })
    // Until the order begins, the server still serves the certificate of one name.
    await reach(
      'the certificate for both names',
      (now) => isServed(now) && now.served[0]?.names.toSorted().join() === `*.${NAME},${NAME}`,
    )
    expect(provider.calls.filter((call) => call.startsWith('POST'))).toHaveLength(2)
    expect(provider.zone.records).toEqual([])
  })

  it('names a provider that refuses its token', async () => {
    await set({ names: ['d.example.com'], dns_secret: 'wrong' })
    const { failure } = await reach('the failure', failed('dns_provider'))
    expect(failure?.detail).toContain('credentials')
    expect(failure?.detail).not.toContain('wrong')
  })

  it('shows the record for a person, goes on when the DNS has it, also after a restart', async () => {
    const records = new Map<string, string>()
    pebble.dns.texts = (name) => [records.get(name)].filter((value) => value !== undefined)
    await set({ names: ['hand.example.com'], challenge: 'hand' })
    const { order } = await reach('the record', (now) => (now.order?.records.length ?? 0) > 0)
    const [record] = order!.records
    expect(record).toMatchObject({ name: '_acme-challenge.hand.example.com', seen: false })
    await server.close()
    await reopen()
    const again = await reach('the record', (now) => (now.order?.records.length ?? 0) > 0)
    expect(again.order!.records).toEqual(order!.records)
    records.set(record!.name, record!.value)
    await client!.call('https_order', {})
    const { served } = await reach('the certificate', isServed)
    expect(served[0]?.names).toEqual(['hand.example.com'])
  })

  it('stops the order when certificates are switched off', async () => {
    pebble.dns.texts = () => []
    await set({ names: ['never.example.com'] })
    await reach('the record', (now) => (now.order?.records.length ?? 0) > 0)
    await set({ mode: 'off' })
    const { order, url } = await reach('the end', (now) => now.order === null)
    expect([order, url]).toEqual([null, ''])
  })
})
