import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ActionInput, ActionName, ActionOutput } from '../../../src-server/contract/actions/index.ts'
import type { MappingFailure, OpenMapping, WantedMapping } from '../../../src-server/contract/reach-ports.ts'
import type { ReachFinding } from '../../../src-server/contract/records/reach.ts'
import { addressCaller } from '../../../src-server/outbound/reach/address-caller.ts'
import { ConsoleClient } from '../../support/console-client.ts'
import { OWNER_PASSWORD, TestServer } from '../../support/test-server.ts'
import { until } from '../../support/until.ts'
import { openLoopback, urlOf } from '../../support/loopback.ts'

/** A router that does as it is told. */
class RouterStub {
  asked: WantedMapping[] = []
  removed = 0
  failure: MappingFailure | undefined

  async open(wanted: WantedMapping): Promise<OpenMapping | MappingFailure> {
    this.asked.push(wanted)
    return this.failure ?? this.#mapping(wanted)
  }

  async look() {
    return this.failure ?? ({ protocol: 'upnp', externalAddress: '51.15.77.10' } as const)
  }

  #mapping({ external, internal }: WantedMapping): OpenMapping {
    const place = { protocol: 'pcp', externalAddress: '51.15.77.10', host: '192.168.1.5' } as const
    return {
      mapping: { ...place, external, internal, seconds: 3600 },
      keep: async () => this.#mapping({ external, internal, secret: Buffer.alloc(0) }),
      close: async () => {
        this.removed++
      },
    }
  }
}

const router = new RouterStub()
let server: TestServer
let port: number

beforeAll(async () => {
  server = await TestServer.start(undefined, {
    reach: { router, caller: addressCaller, names: { lookUp: async () => ({ ipv4: [], ipv6: [] }) } },
  })
  port = Number(new URL(server.running.publicUrl).port)
})
afterAll(() => server.end())

/** As the owner, whose password is fresh: the clock moves much here. */
async function act<N extends ActionName>(name: N, input: ActionInput<N>): Promise<ActionOutput<N>> {
  const owner = await ConsoleClient.signIn(server.running.consoleUrl, 'owner', OWNER_PASSWORD)
  return owner.call(name, input)
}
async function test(): Promise<Record<ReachFinding['check'], ReachFinding>> {
  const { checks } = await act('reach_test', {})
  return Object.fromEntries(checks.map((one) => [one.check, one])) as Record<
    ReachFinding['check'],
    ReachFinding
  >
}
const setAddress = (address: string) => act('settings_set', { site: { public_address: address } })

describe('a test', () => {
  it('runs in the background only where somebody expects to be reached', async () => {
    server.clock.pass(10)
    expect(await act('reach_get', {})).toMatchObject({ tested_at: null, checks: [], summary: 'unknown' })
    await setAddress(`http://127.0.0.1:${port}/`)
    server.clock.pass(10)
    await until(async () => (await act('reach_get', {})).tested_at !== null, 'a test in the background')
    await setAddress('')
  })

  it('has one finding for each step of the way', async () => {
    const report = await act('reach_test', {})
    expect(report.tested_at).toBe(server.clock.now())
    expect(report.checks.map(({ check }) => check)).toEqual([
      'address',
      'name',
      'dynamic_dns',
      'carrier',
      'router',
      'lan',
      'firewall',
      'listener',
      'certificate',
      'own_call',
      'outside_call',
    ])
    expect(report).toMatchObject({ summary: 'closed', because: 'address' })
  })

  it("calls the server's own address, and notices that very call", async () => {
    await setAddress(`http://127.0.0.1:${port}/`)
    expect((await test()).own_call).toMatchObject({ state: 'ok', fact: 'arrived' })
    await setAddress(`http://127.0.0.1:${port}/yz/`)
    expect((await test()).own_call).toMatchObject({ state: 'ok', fact: 'arrived' })
  })

  it('is not misled by another program at the address, which may even answer everything with 204', async () => {
    const other = await serve((_, response) => response.writeHead(204).end())
    await setAddress(`${urlOf(other)}/`)
    expect((await test()).own_call).toMatchObject({
      state: 'problem',
      fact: 'other',
      values: { status: 204 },
    })
    other.close()
    await setAddress('http://127.0.0.1:9/')
  })

  it('says that nothing answers', async () => {
    await setAddress('http://127.0.0.1:9/')
    expect((await test()).own_call).toMatchObject({ state: 'unknown', fact: 'closed' })
  })

  it('answers a token once, and strangers as an address where nothing is', async () => {
    let path = ''
    const other = await serve((request, response) => {
      path = request.url ?? ''
      response.writeHead(204).end()
    })
    await setAddress(`${urlOf(other)}/`)
    await test()
    expect(path).toMatch(/^\/reach\/[\w-]{22}$/)
    for (const url of [path, `/reach/${'A'.repeat(22)}`, '/reach/'])
      expect((await fetch(`${server.running.publicUrl}${url}`)).status, url).toBe(404)
    other.close()
  })
})

describe('calls from outside', () => {
  it('count when their address is of the internet, by the setting for client addresses', async () => {
    expect((await test()).outside_call).toMatchObject({ state: 'unknown', fact: 'unset' })
    await act('settings_set', {
      client_address: { source: 'x_forwarded_for', trusted: ['127.0.0.1'] },
    })
    const from = (address: string) =>
      fetch(`${server.running.publicUrl}/`, { headers: { 'x-forwarded-for': address } })
    for (const address of ['10.0.0.7', '192.168.1.9', '100.64.3.3', '169.254.1.1', 'fd00::1', '127.0.0.1'])
      await from(address)
    expect((await test()).outside_call.fact).toBe('unset')
    await from('45.76.1.9')
    expect((await test()).outside_call).toMatchObject({
      state: 'ok',
      fact: 'seen',
      values: { from: '45.76.1.9', last_at: server.clock.now() },
    })
    expect(await act('reach_get', {})).toMatchObject({ summary: 'reached' })
    server.clock.pass(86_401)
    expect((await test()).outside_call).toMatchObject({ state: 'warning', fact: 'old' })
  })

  it('do not count under the own address, with which a router lets own calls in again', async () => {
    await act('settings_set', { router_mapping: { on: true } })
    await test()
    server.clock.pass(5)
    await fetch(`${server.running.publicUrl}/`, { headers: { 'x-forwarded-for': '51.15.77.10' } })
    expect((await test()).outside_call.values['from']).toBe('45.76.1.9')
    await act('settings_set', { router_mapping: { on: false } })
  })
})

describe("the router's mapping", () => {
  beforeEach(async () => {
    router.failure = undefined
    await act('settings_set', { router_mapping: { on: false, external_port: 0 } })
    await until(async () => {
      server.clock.pass(1)
      return (await act('reach_test', {})).checks.find(({ check }) => check === 'router')?.fact === 'able'
    }, 'an unmapped port')
    router.asked = []
    router.removed = 0
  })
  const turnOn = (port = 0) => act('settings_set', { router_mapping: { on: true, external_port: port } })

  it('leads the port of the public address, or the chosen one, to the listener', async () => {
    await setAddress('http://ea.example.com:4000/')
    await turnOn()
    await test()
    expect(router.asked.at(-1)).toMatchObject({ external: 4000, internal: port })
    await turnOn(5000)
    expect((await test()).router).toMatchObject({ fact: 'mapped', values: { port: 5000, local_port: port } })
    expect(router.removed).toBe(1)
    await setAddress('')
    await turnOn(0)
    await test()
    expect(router.asked.at(-1)).toMatchObject({ external: port, internal: port })
  })

  it('has the same secret after a restart, by which the router knows its owner again', async () => {
    await turnOn()
    await test()
    await server.close()
    await server.open()
    port = Number(new URL(server.running.publicUrl).port)
    await test()
    const [first, last] = [router.asked[0]!, router.asked.at(-1)!]
    expect(first.secret).toHaveLength(12)
    expect(router.asked.length).toBeGreaterThan(1)
    expect(Buffer.from(last.secret).equals(first.secret)).toBe(true)
  })

  it('is removed when it is turned off, and when the server ends', async () => {
    await turnOn()
    await test()
    await act('settings_set', { router_mapping: { on: false } })
    await until(() => {
      server.clock.pass(1)
      return router.removed === 1
    }, 'the removal')
    await turnOn()
    await test()
    const before = router.asked.length
    await server.close()
    expect(router.removed).toBe(2)
    await server.open()
    port = Number(new URL(server.running.publicUrl).port)
    await until(() => {
      server.clock.pass(1)
      return router.asked.length > before
    }, 'the mapping of the settings')
  })
})

async function serve(answer: Parameters<typeof createServer>[1]): Promise<Server> {
  const other = createServer(answer)
  await openLoopback(other)
  return other
}
