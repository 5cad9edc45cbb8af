import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ActionInput } from '../../../src-server/contract/actions/index.ts'
import type { ReachFinding } from '../../../src-server/contract/records/reach.ts'
import { addressCaller } from '../../../src-server/outbound/reach/address-caller.ts'
import { ALIYUN_KEY } from '../../support/dns/aliyun.ts'
import { CLOUDFLARE_TOKEN } from '../../support/dns/cloudflare.ts'
import { DNSPOD_TOKEN } from '../../support/dns/dnspod.ts'
import { ProviderStub } from '../../support/dns/provider-stub.ts'
import { START, TestServer } from '../../support/test-server.ts'
import { until } from '../../support/until.ts'
import { closeLoopback, openLoopback, portOf } from '../../support/loopback.ts'

type Change = NonNullable<ActionInput<'settings_set'>['dynamic_dns']>

const ACCESS = {
  cloudflare: { id: '', secret: CLOUDFLARE_TOKEN },
  dnspod: DNSPOD_TOKEN,
  aliyun: ALIYUN_KEY,
} as const
const NAME = 'ea.example.com'
const OFF: Change = { provider: 'none', name: '', id: '', ipv6: false, address_url: '' }

/** A provider with an update address, and a service that tells the caller's address. */
class UpdateStub {
  readonly calls: { readonly path: string; readonly authorization: string | undefined }[] = []
  status = 200
  text = 'good'
  /** What the service tells. */
  address = ''
  readonly #server: Server

  constructor() {
    this.#server = createServer((request, response) => {
      if (request.url === '/ip') {
        response.end(`<html>Current IP Address: ${this.address}</html>`)
        return
      }
      this.calls.push({ path: request.url ?? '', authorization: request.headers.authorization })
      response.writeHead(this.status).end(this.text)
    })
  }

  async open(): Promise<void> {
    await openLoopback(this.#server)
  }

  get host(): string {
    return `127.0.0.1:${portOf(this.#server)}`
  }

  async close(): Promise<void> {
    await closeLoopback(this.#server)
  }
}

const own: { name: string; address: string; family: 4 | 6 }[] = []
const dnsBases: Record<keyof typeof ACCESS, string> = { cloudflare: '', dnspod: '', aliyun: '' }
const update = new UpdateStub()
let server: TestServer

beforeAll(async () => {
  await update.open()
  server = await TestServer.start(START, {
    reach: {
      network: { addresses: () => own, gateway: async () => undefined },
      caller: addressCaller,
      fetch,
      dnsBases,
    },
  })
})
beforeEach(async () => {
  own.splice(0)
  await set(OFF)
  update.calls.splice(0)
  Object.assign(update, { status: 200, text: 'good', address: '' })
})
afterAll(async () => {
  await server.end()
  await update.close()
})

const set = (change: Change) => server.act('settings_set', { dynamic_dns: change })
const here = (address: string) => {
  own.splice(0, own.length, { name: 'eth0', address, family: 4 })
}
async function finding(): Promise<ReachFinding> {
  const { checks } = await server.act('reach_test', {})
  return checks.find(({ check }) => check === 'dynamic_dns')!
}
const refusalOf = async (change: Change) =>
  (await (await server.owner()).try('settings_set', { dynamic_dns: change })).fields

describe.each(['cloudflare', 'dnspod', 'aliyun'] as const)('%s', (provider) => {
  it('gets the address once for each change, and its refusals are told in words', async () => {
    const stub = await ProviderStub.start(provider)
    dnsBases[provider] = stub.url
    here('51.15.77.10')
    await set({ provider, name: NAME, ...ACCESS[provider] })
    expect(await finding()).toMatchObject({
      state: 'ok',
      fact: 'current',
      values: { address: '51.15.77.10', provider, name: NAME },
    })
    expect(stub.zone.lines).toEqual([`A ${NAME} 51.15.77.10`])
    const calls = stub.calls.length
    for (let minute = 0; minute < 3; minute++) await finding()
    expect(stub.calls).toHaveLength(calls)

    here('51.15.77.11')
    await finding()
    expect(stub.zone.lines).toEqual([`A ${NAME} 51.15.77.11`])
    await set({ secret: 'of-another-person' })
    const refused = await finding()
    expect(refused).toMatchObject({ state: 'problem', fact: 'credentials' })
    expect(JSON.stringify(refused)).not.toContain('of-another-person')
    await stub.stop()
  })
})

describe('an update address', () => {
  const turnOn = (url: string, change: Change = {}) =>
    set({ provider: 'url', name: NAME, update_url: url, ...change })

  it('gets the address, the name and the IPv6 address, and its password as a sign-in', async () => {
    here('51.15.77.10')
    own.push({ name: 'eth0', address: '2a01:4f8:1:2::5', family: 6 })
    await turnOn(`http://user:p%40ss@${update.host}/nic?ip={ip}&six={ipv6}&host={name}`, { ipv6: true })
    expect(await finding()).toMatchObject({ fact: 'current' })
    expect(update.calls).toEqual([
      {
        path: `/nic?ip=51.15.77.10&six=2a01%3A4f8%3A1%3A2%3A%3A5&host=${NAME}`,
        authorization: `Basic ${Buffer.from('user:p@ss').toString('base64')}`,
      },
    ])
  })

  it.each([
    [200, 'badauth', 'credentials'],
    [401, '', 'credentials'],
    [200, 'nohost', 'no_zone'],
    [200, 'abuse', 'rate'],
    [429, '', 'rate'],
    [200, '911', 'unreachable'],
    [503, '', 'unreachable'],
    [200, 'KO', 'refused'],
    [404, 'no such page', 'refused'],
  ] as const)('that answers %d %s is told in words', async (status, text, fact) => {
    here('51.15.77.10')
    Object.assign(update, { status, text })
    await turnOn(`http://${update.host}/update?token=T0K3N-secret&ip={ip}`)
    const found = await finding()
    expect(found.fact).toBe(fact)
    expect(JSON.stringify(found)).not.toContain('T0K3N')
  })

  it('that repeats the token in its answer does not bring it to the screen', async () => {
    here('51.15.77.10')
    Object.assign(update, { status: 400, text: 'bad request for T0K3N-secret' })
    await turnOn(`http://${update.host}/update?token=T0K3N-secret&ip={ip}`)
    expect(JSON.stringify(await finding())).not.toContain('T0K3N')
  })

  it('is tried again ever more seldom after a refusal, and once more after other settings', async () => {
    here('51.15.77.10')
    Object.assign(update, { text: 'badauth' })
    await turnOn(`http://${update.host}/a?ip={ip}`)
    await until(() => {
      server.clock.pass(2)
      return update.calls.length === 1
    }, 'the first try')
    await until(() => {
      server.clock.pass(2)
      return update.calls.length === 3
    }, 'two more')
    const at = server.clock.now()
    // After three refusals it waits four minutes.
    await until(() => {
      server.clock.pass(10)
      return update.calls.length === 4
    }, 'the fourth')
    expect(server.clock.now() - at).toBeGreaterThan(200)
    Object.assign(update, { text: 'good' })
    await turnOn(`http://${update.host}/b?ip={ip}`)
    expect(await finding()).toMatchObject({ fact: 'current' })
    expect(update.calls.at(-1)!.path).toBe('/b?ip=51.15.77.10')
  })

  it('is not called again by a restarted server whose address is the same', async () => {
    here('51.15.77.10')
    await turnOn(`http://${update.host}/c?ip={ip}`)
    await finding()
    await server.close()
    await server.open()
    expect(await finding()).toMatchObject({ fact: 'current', values: { address: '51.15.77.10' } })
    expect(update.calls).toHaveLength(1)
    here('51.15.77.12')
    await finding()
    expect(update.calls).toHaveLength(2)
  })
})

describe('the address of this network', () => {
  it('comes from the service that the owner named, and from nobody where none is named', async () => {
    own.push({ name: 'eth0', address: '192.168.1.5', family: 4 })
    await set({ provider: 'url', name: NAME, update_url: `http://${update.host}/d?ip={ip}` })
    expect(await finding()).toMatchObject({ state: 'problem', fact: 'no_address' })
    expect(update.calls).toEqual([])
    update.address = '51.15.77.20'
    await set({ address_url: `http://${update.host}/ip` })
    expect(await finding()).toMatchObject({ fact: 'current', values: { address: '51.15.77.20' } })
  })

  it('is never one that the internet does not know', async () => {
    update.address = '10.1.2.3'
    await set({
      provider: 'url',
      name: NAME,
      update_url: `http://${update.host}/e?ip={ip}`,
      address_url: `http://${update.host}/ip?private`,
    })
    expect(await finding()).toMatchObject({ fact: 'no_address' })
  })
})

describe('the settings', () => {
  it('name what a provider lacks, and refuse an update address without a place for the address', async () => {
    const lacking = async (change: Change) => Object.keys((await refusalOf(change)) ?? {}).sort()
    expect(await lacking({ provider: 'aliyun' })).toEqual([
      'dynamic_dns.id',
      'dynamic_dns.name',
      'dynamic_dns.secret',
    ])
    expect(await lacking({ provider: 'cloudflare', name: NAME })).toEqual(['dynamic_dns.secret'])
    for (const update_url of ['https://dyn.example.com/', 'file:///etc/{ip}', '{ip}'])
      expect(await refusalOf({ provider: 'url', update_url }), update_url).toBeDefined()
    expect(await refusalOf({ provider: 'cloudflare', name: 'no name', secret: 'x' })).toBeDefined()
  })

  it('never give a secret away, keep it where it is left empty, and forget it with the provider', async () => {
    const secret = 'S3CRET-of-cloudflare'
    await set({ provider: 'cloudflare', name: NAME, secret })
    const kept = await set({ name: 'other.example.com', secret: '' })
    expect(kept.dynamic_dns).toMatchObject({ secret: '', update_url: '' })
    expect(kept.dynamic_dns_set).toEqual(['secret'])
    // Another provider would get the token of the first.
    expect(await refusalOf({ provider: 'dnspod', id: '1' })).toHaveProperty(['dynamic_dns.secret'])
    await set({ provider: 'none' })
    expect((await set({ provider: 'none' })).dynamic_dns_set).toEqual([])
    expect(await refusalOf({ provider: 'cloudflare' })).toHaveProperty(['dynamic_dns.secret'])
    const { rows } = await server.act('audit_list', { size: 50 })
    expect(rows.some(({ action }) => action === 'settings_set')).toBe(true)
    expect(JSON.stringify(rows)).not.toContain(secret)
  })
})
