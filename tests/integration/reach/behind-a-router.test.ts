import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { ReachFinding } from '../../../src-server/contract/records/reach.ts'
import type { ConsoleClient } from '../../support/console-client.ts'
import { HOME_PORT, HomeServer } from '../../support/home-server.ts'
import { ADDRESSES, HomeNetwork, whyNoNamespaces } from '../../support/namespaces.ts'
import { callApi } from '../../support/runtime-client.ts'
import { until } from '../../support/until.ts'

const MAPPED = [{ external: HOME_PORT, host: ADDRESSES.home, port: HOME_PORT }]
const PUBLIC = `http://${ADDRESSES.routerOutside}:${HOME_PORT}/`
const OTHER = '192.168.77.3'

describe.skipIf(whyNoNamespaces() !== undefined)('a server behind a router', () => {
  let network: HomeNetwork
  let folder: string
  let consoleUrl: string
  let outside: string
  let server: HomeServer
  let owner: ConsoleClient

  beforeAll(async () => {
    network = HomeNetwork.make()
    folder = mkdtempSync(join(network.folder, 'data-'))
    consoleUrl = await HomeServer.consoleOf(network)
    outside = await network.forward('outside', { host: ADDRESSES.routerOutside, port: HOME_PORT })
    await start()
  })
  afterEach(() => network.stopRouter())
  afterAll(() => network.end())

  async function start(): Promise<void> {
    server = await HomeServer.start(network, consoleUrl, folder)
    owner = await server.signIn()
  }
  const mapping = (on: boolean) => owner.call('settings_set', { router_mapping: { on } })
  const isMapped = async () => (await network.mappings()).length > 0
  async function test(): Promise<Partial<Record<ReachFinding['check'], ReachFinding>>> {
    const { checks } = await owner.call('reach_test', {})
    return Object.fromEntries(checks.map((one) => [one.check, one]))
  }
  async function unmap(): Promise<void> {
    await mapping(false)
    await until(async () => !(await isMapped()), 'the removal')
  }

  it('maps nothing until the owner turns it on, and says that the router could', async () => {
    await network.startRouter()
    expect((await test()).router).toMatchObject({
      state: 'not_used',
      fact: 'able',
      values: { port: HOME_PORT, lan: ADDRESSES.home },
    })
    expect(await network.mappings()).toEqual([])
  })

  it('lets a pulse from outside in, renews the mapping, and closes the router when the server ends', async () => {
    // The router keeps a mapping for two seconds, so it only stays because it is renewed.
    await network.startRouter({ longest: 2 })
    const { app } = await owner.call('app_create', { name: 'Gold' })
    await owner.call('app_update', { app, sign: false, window: 0, mt5: { enabled: true, auto_trial: true } })
    const pulse = async () => {
      const reply = callApi(outside, 'mt5pulse', app, { account_key: '1234567@Broker-Live', equity: 100 })
      const late = new Promise<undefined>((resolve) => setTimeout(resolve, 1000, undefined))
      return (await Promise.race([reply.catch(() => undefined), late]))?.code
    }
    expect(await pulse()).toBeUndefined()

    await mapping(true)
    await until(isMapped, 'the mapping')
    expect(await network.mappings()).toEqual(MAPPED)
    const mappedMs = performance.now()
    await until(async () => (await pulse()) !== undefined, 'a pulse from outside')
    await owner.call('settings_set', { site: { public_address: PUBLIC } })
    const found = await test()
    expect(found.router).toMatchObject({
      fact: 'mapped',
      values: { protocol: 'pcp', port: HOME_PORT, local_port: HOME_PORT, lan: ADDRESSES.home },
    })
    expect(found.carrier).toMatchObject({ fact: 'own', values: { address: ADDRESSES.routerOutside } })
    expect(found.outside_call).toMatchObject({ fact: 'seen', values: { from: ADDRESSES.outside } })
    expect(await owner.call('reach_get', {})).toMatchObject({ summary: 'reached', url: PUBLIC })
    // Longer than the router keeps a mapping by itself.
    await until(() => performance.now() - mappedMs > 4500, 'two leases')
    expect(await network.mappings()).toEqual(MAPPED)

    await server.stop()
    expect(await network.mappings()).toEqual([])
  })

  it('makes the mapping again after a power cut of the router, and after a crash of the server', async () => {
    await network.startRouter({ longest: 2 })
    await start()
    await until(isMapped, 'the mapping of the settings')
    await network.stopRouter()
    expect(await network.mappings()).toEqual([])
    await network.startRouter()
    await until(isMapped, 'the mapping after the power cut')
    // A crash leaves the mapping to the router until its time is over.
    await server.stop('SIGKILL')
    expect(await network.mappings()).toEqual(MAPPED)
    await start()
    expect((await test()).router).toMatchObject({ fact: 'mapped', values: { protocol: 'pcp' } })
    await unmap()
  })

  it.each([
    ['UPnP', { pcp: false }],
    ['UPnP of the first version', { pcp: false, first: true }],
  ] as const)('maps by %s', async (_, router) => {
    await network.startRouter(router)
    await mapping(true)
    await until(isMapped, 'the mapping')
    expect(await network.mappings()).toEqual(MAPPED)
    expect((await test()).router).toMatchObject({ fact: 'mapped', values: { protocol: 'upnp' } })
    await unmap()
  })

  it('names the device that has the port', async () => {
    await network.startRouter()
    await network.run('home', 'ip', ['addr', 'add', `${OTHER}/24`, 'dev', 'eth0'])
    await network.run('home', process.execPath, ['-e', MAP_FROM_OTHER])
    await mapping(true)
    expect((await test()).router).toMatchObject({
      state: 'problem',
      fact: 'conflict',
      values: { port: HOME_PORT, detail: OTHER },
    })
    expect(await network.mappings()).toEqual([{ ...MAPPED[0], host: OTHER }])
    await mapping(false)
  })

  it('says that no router answers', async () => {
    await mapping(true)
    expect((await test()).router).toMatchObject({ state: 'problem', fact: 'no_answer' })
  })
})

/** Another device of the home maps the port by NAT-PMP. */
const MAP_FROM_OTHER = `
  const socket = require('node:dgram').createSocket('udp4')
  const packet = Buffer.alloc(12)
  packet[1] = 2
  packet.writeUInt16BE(${HOME_PORT}, 4)
  packet.writeUInt16BE(${HOME_PORT}, 6)
  packet.writeUInt32BE(3600, 8)
  socket.on('message', () => process.exit())
  socket.bind(0, '${OTHER}', () => setInterval(() => socket.send(packet, 5351, '${ADDRESSES.routerInside}'), 100))`
