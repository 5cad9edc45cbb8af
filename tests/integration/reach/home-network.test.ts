import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ADDRESSES, HomeNetwork, whyNoNamespaces } from '../../support/namespaces.ts'
import { until } from '../../support/until.ts'

/** A server that says who called, for Node's command line. */
const WHO = `require('node:http').createServer((q, s) => s.end(q.socket.remoteAddress)).listen(8787, '0.0.0.0', () => console.log('open'))`
const ASK = (url: string) =>
  `fetch(${JSON.stringify(url)}, { signal: AbortSignal.timeout(400) }).then((r) => r.text()).then(console.log, () => console.log('none'))`

describe.skipIf(whyNoNamespaces() !== undefined)('the network of the tests', () => {
  let network: HomeNetwork

  beforeAll(async () => {
    network = HomeNetwork.make()
    await network.startRouter()
    let open = ''
    network
      .start('home', process.execPath, ['-e', WHO])
      .stdout?.on('data', (text: Buffer) => (open += text.toString()))
    await until(() => open !== '', 'the server at home')
  })
  afterAll(async () => {
    await network.end()
  })

  const ask = async (host: 'router' | 'outside', url: string) =>
    (await network.run(host, process.execPath, ['-e', ASK(url)])).trim()

  it('lets the router reach the home, and nobody outside before a mapping', async () => {
    expect(await ask('router', `http://${ADDRESSES.home}:8787`)).toBe(ADDRESSES.routerInside)
    expect(await ask('outside', `http://${ADDRESSES.routerOutside}:8787`)).toBe('none')
    expect(await ask('outside', `http://${ADDRESSES.home}:8787`)).toBe('none')
    expect(await network.mappings()).toEqual([])
  })

  it('resolves names that a host is given', async () => {
    network.nameHosts('outside', { 'ea.example.com': ADDRESSES.routerOutside })
    expect(await network.run('outside', 'getent', ['hosts', 'ea.example.com'])).toContain(
      ADDRESSES.routerOutside,
    )
  })
})
