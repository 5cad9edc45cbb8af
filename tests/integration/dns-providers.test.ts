import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { cryptoRandom, systemClock } from '../../src-server/entry/adapters/system.ts'
import { createDnsProvider } from '../../src-server/services/dns-providers/create-dns-provider.ts'
import { DNS_PROVIDERS, type DnsProviderName } from '../../src-server/contract/https-names.ts'
import { DnsRefused, type DnsProvider } from '../../src-server/services/dns-providers/dns-provider.ts'
import { ALIYUN_KEY } from '../support/dns/aliyun.ts'
import { CLOUDFLARE_TOKEN } from '../support/dns/cloudflare.ts'
import { DNSPOD_TOKEN } from '../support/dns/dnspod.ts'
import { ProviderStub } from '../support/dns/provider-stub.ts'

const ACCESS = {
  cloudflare: { id: '', secret: CLOUDFLARE_TOKEN },
  dnspod: DNSPOD_TOKEN,
  aliyun: ALIYUN_KEY,
} satisfies Record<DnsProviderName, { id: string; secret: string }>

/** How each provider says that it got too many calls. */
const TOO_MANY = {
  cloudflare: { status: 429, body: '' },
  dnspod: { status: 200, body: { status: { code: '-2', message: 'API usage limit exceeded' } } },
  aliyun: { status: 400, body: { Code: 'Throttling.User', Message: 'Request was denied' } },
}

async function failureOf(work: Promise<unknown>): Promise<{ failure: string; message: string }> {
  const error: unknown = await work.then(
    () => undefined,
    (caught: unknown) => caught,
  )
  if (!(error instanceof DnsRefused)) throw new Error('not refused by the provider', { cause: error })
  return { failure: error.failure, message: error.message }
}

describe.each(DNS_PROVIDERS)('%s', (provider) => {
  let stub: ProviderStub
  const connect = (secret = ACCESS[provider].secret): DnsProvider =>
    createDnsProvider(
      { provider, id: ACCESS[provider].id, secret },
      { fetch, clock: systemClock, random: cryptoRandom, bases: { [provider]: stub.url } },
    )

  beforeAll(async () => {
    stub = await ProviderStub.start(provider)
  })
  afterEach(() => {
    stub.zone.records = []
  })
  afterAll(() => stub.stop())

  it('sets a TXT record beside others of the name, and removes only its own', async () => {
    const dns = connect()
    const name = '_acme-challenge.ea.example.com'
    stub.zone.add('TXT', name, 'of-another-program')
    await dns.setTxt(name, 'LoqXcYV8q5ONbJQxbmR7SCTNo3tiAXDfowyjxAjEuX0')
    expect(stub.zone.lines).toEqual([
      `TXT ${name} of-another-program`,
      `TXT ${name} LoqXcYV8q5ONbJQxbmR7SCTNo3tiAXDfowyjxAjEuX0`,
    ])
    await dns.removeTxt(name, 'LoqXcYV8q5ONbJQxbmR7SCTNo3tiAXDfowyjxAjEuX0')
    expect(stub.zone.lines).toEqual([`TXT ${name} of-another-program`])
  })

  it('accepts a TXT record that exists, and the removal of one that is gone', async () => {
    const dns = connect()
    await dns.setTxt('_acme-challenge.example.com', 'same')
    await dns.setTxt('_acme-challenge.example.com', 'same')
    expect(stub.zone.lines).toEqual(['TXT _acme-challenge.example.com same'])
    await dns.removeTxt('_acme-challenge.example.com', 'same')
    await dns.removeTxt('_acme-challenge.example.com', 'same')
    expect(stub.zone.lines).toEqual([])
  })

  it('makes and moves the address of a name, IPv4 beside IPv6', async () => {
    const dns = connect()
    expect(await dns.setAddress('EA.example.com', '203.0.113.7')).toBe(true)
    expect(await dns.setAddress('ea.example.com', '2001:db8::7')).toBe(true)
    expect(await dns.setAddress('ea.example.com', '203.0.113.8')).toBe(true)
    expect(await dns.setAddress('ea.example.com', '203.0.113.8')).toBe(false)
    expect(stub.zone.lines).toEqual(['A ea.example.com 203.0.113.8', 'AAAA ea.example.com 2001:db8::7'])
  })

  it('moves the address of the domain itself', async () => {
    await connect().setAddress('example.com', '203.0.113.7')
    await connect().setAddress('example.com', '203.0.113.9')
    expect(stub.zone.lines).toEqual(['A example.com 203.0.113.9'])
  })

  it('refuses a name with several addresses', async () => {
    stub.zone.add('A', 'www.example.com', '192.0.2.1')
    stub.zone.add('A', 'www.example.com', '192.0.2.2')
    expect((await failureOf(connect().setAddress('www.example.com', '203.0.113.7'))).failure).toBe('several')
    expect(stub.zone.lines).toHaveLength(2)
  })

  it('names the failure without the secret', async () => {
    const wrong = await failureOf(connect('wrong-secret-4711').setTxt('_acme-challenge.example.com', 'x'))
    expect(wrong.failure).toBe('credentials')
    expect(wrong.message).not.toContain('wrong-secret-4711')
    expect((await failureOf(connect().setTxt('_acme-challenge.elsewhere.org', 'x'))).failure).toBe('no_zone')
    stub.instead.push(TOO_MANY[provider])
    expect((await failureOf(connect().setTxt('_acme-challenge.example.com', 'x'))).failure).toBe('rate')
    stub.instead.push({ status: 502, body: '<html>Bad gateway</html>' })
    expect((await failureOf(connect().setTxt('_acme-challenge.example.com', 'x'))).failure).toBe(
      'unreachable',
    )
  })
})

it('calls a provider that is away unreachable', async () => {
  const dns = createDnsProvider(
    { provider: 'cloudflare', id: '', secret: 'a' },
    { fetch, clock: systemClock, random: cryptoRandom, bases: { cloudflare: 'http://127.0.0.1:9' } },
  )
  expect((await failureOf(dns.setTxt('a.example.com', 'x'))).failure).toBe('unreachable')
})
