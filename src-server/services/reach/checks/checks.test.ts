import { describe, expect, it } from 'vitest'
import type { SeenCertificate } from '../../../contract/reach-ports.ts'
import type { ReachCheckName } from '../../../contract/reach-names.ts'
import type { Probes } from '../probes.ts'
import { summarize } from '../summary.ts'
import { judgeAll } from './index.ts'

const NOW = 1_800_000_000
const HOME = '51.15.77.10'
const LAN = { name: 'eth0', address: '192.168.1.5', family: 4 } as const
const SERVER = { name: 'eth0', address: HOME, family: 4 } as const
const IPV6 = { name: 'eth0', address: '2a01:4f8:1:2::5', family: 6 } as const
const WHOLE: SeenCertificate = {
  names: ['ea.example.com'],
  issuer: "Let's Encrypt",
  from: NOW - 86_400,
  until: NOW + 60 * 86_400,
  refusal: '',
  fitsName: true,
}

/** A home where everything is in order. */
const GOOD: Probes = {
  now: NOW,
  startedAt: NOW - 3600,
  address: { url: 'https://ea.example.com/', isSet: true, reach: 'public' },
  hostname: 'ea.example.com',
  isTls: true,
  listening: { host: '0.0.0.0', port: 8787 },
  own: [LAN],
  names: { ipv4: [HOME], ipv6: [] },
  mapping: {
    state: 'mapped',
    at: NOW,
    mapping: {
      protocol: 'pcp',
      externalAddress: HOME,
      host: '192.168.1.5',
      external: 443,
      internal: 8787,
      seconds: 3600,
    },
  },
  externalPort: 443,
  router: undefined,
  outsideAddress: undefined,
  firewall: { tool: 'ufw', state: 'open', command: 'sudo ufw allow 8787/tcp' },
  certificate: WHOLE,
  ownCall: { outcome: { status: 204, text: '' }, arrived: true },
  outsideCall: { at: NOW - 120, address: '45.76.1.9' },
  dynamicDns: { state: 'off', provider: 'none', name: '', published: '', detail: '', at: 0, nextAt: 0 },
}
const NOT_MAPPED = { mapping: { state: 'off' } } as const
const NOT_CALLED = { ownCall: { outcome: { failed: 'timeout' }, arrived: false } } as const
const NO_OUTSIDE = { outsideCall: undefined } as const
const routerAt = (externalAddress: string) => ({
  ...NOT_MAPPED,
  router: { protocol: 'upnp', externalAddress } as const,
})

function judge(check: ReachCheckName, change: Partial<Probes>) {
  return judgeAll({ ...GOOD, ...change }).find((finding) => finding.check === check)!
}

it('finds nothing to do where everything is in order', () => {
  const findings = judgeAll(GOOD)
  expect(findings.filter(({ state }) => state !== 'ok' && state !== 'not_used')).toEqual([])
  expect(findings.every(({ command }) => command === '')).toBe(true)
  expect(summarize(findings)).toEqual({ summary: 'reached', because: 'outside_call' })
})

describe('the name', () => {
  it.each([
    ['here', {}],
    ['here', { own: [LAN, IPV6], names: { ipv4: [HOME], ipv6: [IPV6.address] } }],
    ['here', { own: [LAN, IPV6], names: { ipv4: [], ipv6: [IPV6.address] } }],
    ['ipv6_elsewhere', { names: { ipv4: [HOME], ipv6: ['2a01:4f8:9::1'] } }],
    ['elsewhere', { ...NOT_CALLED, names: { ipv4: ['51.15.77.99'], ipv6: [] } }],
    ['through', { names: { ipv4: ['104.16.1.1'], ipv6: [] } }],
    ['private', { names: { ipv4: ['192.168.1.5'], ipv6: [] } }],
    ['seen', { ...NOT_MAPPED, names: { ipv4: ['51.15.77.99'], ipv6: [] } }],
    ['none', { names: { ipv4: [], ipv6: [], failed: 'none' } }],
    ['silent', { names: { ipv4: [], ipv6: [], failed: 'silent' } }],
    ['number', { hostname: HOME, names: undefined }],
    ['unset', { address: { url: 'http://192.168.1.5:8787/', isSet: false, reach: 'private' } }],
  ] as const)('%s', (fact, change) => {
    expect(judge('name', change as Partial<Probes>).fact).toBe(fact)
  })
})

describe('the provider of the line', () => {
  it.each([
    ['own', {}],
    ['direct', { own: [SERVER] }],
    ['shared', routerAt('100.64.0.1')],
    ['shared', routerAt('100.127.255.254')],
    ['own', { ...routerAt('100.128.0.1'), names: { ipv4: ['100.128.0.1'], ipv6: [] } }],
    ['second_router', routerAt('10.0.0.2')],
    ['second_router', routerAt('192.168.178.20')],
    ['differs', { ...routerAt(HOME), outsideAddress: '51.15.77.99' }],
    ['own', { ...routerAt(HOME), outsideAddress: HOME }],
    ['unknown', { ...NOT_MAPPED, ...NOT_CALLED }],
    ['through', { ...routerAt(HOME), names: { ipv4: ['104.16.1.1'], ipv6: [] } }],
  ] as const)('%s', (fact, change) => {
    expect(judge('carrier', change as Partial<Probes>).fact).toBe(fact)
  })
})

describe('the router', () => {
  it.each([
    ['mapped', {}],
    ['off', { ...NOT_MAPPED, ...NOT_CALLED }],
    ['able', { ...routerAt(HOME), ...NOT_CALLED }],
    ['direct', { ...NOT_MAPPED, own: [SERVER] }],
    ['conflict', { mapping: { state: 'failed', at: NOW, failure: { failed: 'conflict', detail: '' } } }],
  ] as const)('%s', (fact, change) => {
    expect(judge('router', change as Partial<Probes>).fact).toBe(fact)
  })
})

describe('the listener', () => {
  const at = (host: string) => ({ listening: { host, port: 8787 } })
  it.each([
    ['open', at('0.0.0.0')],
    ['open', at('::')],
    ['one', at('192.168.1.5')],
    ['loopback', { ...at('127.0.0.1'), ...NOT_CALLED }],
    // A proxy or a tunnel on this machine calls it there.
    ['one', at('127.0.0.1')],
    ['ipv4_only', { ...at('0.0.0.0'), names: { ipv4: [HOME], ipv6: ['2a01:4f8:9::1'] } }],
  ] as const)('%s', (fact, change) => {
    expect(judge('listener', change as Partial<Probes>).fact).toBe(fact)
  })
})

describe('the certificate', () => {
  const of = (change: Partial<SeenCertificate>) => ({ certificate: { ...WHOLE, ...change } })
  it.each([
    ['valid', {}],
    ['plain', { address: { ...GOOD.address, url: 'http://ea.example.com/' }, certificate: undefined }],
    ['unseen', { certificate: { failed: 'ECONNREFUSED' } }],
    ['ending', of({ until: NOW + 13 * 86_400 })],
    ['ended', of({ until: NOW - 1, refusal: 'CERT_HAS_EXPIRED' })],
    ['early', of({ from: NOW + 60, refusal: 'CERT_NOT_YET_VALID' })],
    ['wrong_name', of({ fitsName: false, names: ['other.example.com'] })],
    ['self_made', of({ refusal: 'DEPTH_ZERO_SELF_SIGNED_CERT' })],
    ['chain', of({ refusal: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' })],
    ['untrusted', of({ refusal: 'CERT_UNTRUSTED' })],
  ] as const)('%s', (fact, change) => {
    expect(judge('certificate', change as Partial<Probes>).fact).toBe(fact)
  })
})

describe('the own call', () => {
  const met = (failed: string) => ({ ownCall: { outcome: { failed }, arrived: false } })
  it.each([
    ['arrived', {}],
    ['other', { ownCall: { outcome: { status: 200, text: 'Router' }, arrived: false } }],
    ['silent', met('timeout')],
    ['closed', met('ECONNREFUSED')],
    ['no_name', met('ENOTFOUND')],
    ['tls', met('ERR_SSL_WRONG_VERSION_NUMBER')],
  ] as const)('%s', (fact, change) => {
    expect(judge('own_call', change as Partial<Probes>).fact).toBe(fact)
  })
})

it('shows a command only where the firewall may need it', () => {
  const with_ = (state: 'closed' | 'unknown' | 'off') =>
    judge('firewall', { firewall: { ...GOOD.firewall, state } })
  expect(with_('closed')).toMatchObject({ state: 'problem', command: 'sudo ufw allow 8787/tcp' })
  expect(with_('unknown')).toMatchObject({ state: 'unknown', command: 'sudo ufw allow 8787/tcp' })
  expect(with_('off')).toMatchObject({ state: 'ok', command: '' })
})

describe('calls from outside', () => {
  const guessed = { address: { url: 'http://192.168.1.5:8787/', isSet: false, reach: 'private' } } as const
  it.each([
    ['seen', {}],
    ['old', { outsideCall: { at: NOW - 86_401, address: '45.76.1.9' } }],
    ['never', NO_OUTSIDE],
    ['unset', { ...NO_OUTSIDE, ...guessed }],
  ] as const)('%s', (fact, change) => {
    expect(judge('outside_call', change as Partial<Probes>).fact).toBe(fact)
  })
})

describe('the summary', () => {
  const of = (change: Partial<Probes>) => summarize(judgeAll({ ...GOOD, ...change }))

  it('rests on the first problem of the way', () => {
    expect(of({ ...NO_OUTSIDE, ...NOT_CALLED, ...routerAt('100.64.0.1') })).toEqual({
      summary: 'closed',
      because: 'carrier',
    })
  })

  it('is likely where the own call arrived, whatever the router says', () => {
    const failed = {
      mapping: { state: 'failed', at: NOW, failure: { failed: 'no_answer', detail: '' } },
    } as const
    expect(of({ ...NO_OUTSIDE, ...failed })).toEqual({ summary: 'likely', because: 'own_call' })
  })

  it('is closed where terminals refuse the certificate, though the own call arrived', () => {
    const certificate = { ...WHOLE, refusal: 'DEPTH_ZERO_SELF_SIGNED_CERT' }
    expect(of({ ...NO_OUTSIDE, certificate })).toEqual({ summary: 'closed', because: 'certificate' })
  })

  it('is unknown where nothing speaks for or against it', () => {
    expect(of({ ...NO_OUTSIDE, ...NOT_CALLED })).toEqual({ summary: 'unknown', because: 'own_call' })
  })

  it('is reached by a call of the last day, and an older one proves nothing', () => {
    const old = { outsideCall: { at: NOW - 86_401, address: '45.76.1.9' } }
    expect(of(old)).toEqual({ summary: 'likely', because: 'own_call' })
  })
})
