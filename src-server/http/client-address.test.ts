import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { ClientAddresses, clientAddress } from './client-address.ts'

function request(remoteAddress: string, headers: Record<string, string> = {}): IncomingMessage {
  return { socket: { remoteAddress }, headers } as unknown as IncomingMessage
}
const from = (header: string) => request('10.0.0.1', { 'x-forwarded-for': header, 'x-real-ip': header })

function by(source: 'socket' | 'x_forwarded_for' | 'x_real_ip', ...trusted: string[]): ClientAddresses {
  const addresses = new ClientAddresses()
  addresses.configure({ source, trusted })
  return addresses
}

describe('clientAddress', () => {
  it('is the socket’s, IPv4 as IPv4', () => {
    expect(clientAddress({ remoteAddress: '::ffff:192.0.2.7' })).toBe('192.0.2.7')
    expect(clientAddress({ remoteAddress: '2001:db8::1' })).toBe('2001:db8::1')
    expect(clientAddress({})).toBe('')
  })
})

describe('ClientAddresses', () => {
  it('believes no header as nothing is set, and none of a peer that isn’t named', () => {
    expect(new ClientAddresses().of(from('192.0.2.7'))).toBe('10.0.0.1')
    expect(by('socket', '10.0.0.0/8').of(from('192.0.2.7'))).toBe('10.0.0.1')
    expect(by('x_forwarded_for', '10.0.0.2').of(from('192.0.2.7'))).toBe('10.0.0.1')
    expect(by('x_real_ip').of(from('192.0.2.7'))).toBe('10.0.0.1')
  })

  it.each([
    // What a client wrote itself stands to the left of what the proxy saw.
    ['1.1.1.1, 192.0.2.7', '192.0.2.7'],
    ['1.1.1.1, 192.0.2.7, 10.9.9.9', '192.0.2.7'],
    ['192.0.2.7:51000', '192.0.2.7'],
    ['[2001:db8::7]:51000', '2001:db8::7'],
    ['2001:db8::7', '2001:db8::7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    // All of them proxies: the farthest that is vouched for.
    ['10.0.0.3, 10.0.0.2', '10.0.0.3'],
    ['192.0.2.7, unknown, 10.0.0.2', '10.0.0.2'],
    ['', '10.0.0.1'],
    ['<script>', '10.0.0.1'],
  ])('X-Forwarded-For %j is %s', (header, address) => {
    expect(by('x_forwarded_for', '10.0.0.0/8').of(from(header))).toBe(address)
  })

  it('a list as long as a header can be is read from its end', () => {
    const header = `${'10.0.0.9,'.repeat(1500)}10.0.0.2`
    expect(by('x_forwarded_for', '10.0.0.0/8').of(from(header))).toBe('10.0.0.9')
  })

  it('X-Real-IP is one address, or none', () => {
    expect(by('x_real_ip', '10.0.0.1').of(from('192.0.2.7'))).toBe('192.0.2.7')
    expect(by('x_real_ip', '10.0.0.1').of(from('192.0.2.7, 192.0.2.8'))).toBe('10.0.0.1')
  })

  it('ranges of both families; an IPv4 proxy over an IPv6 socket is the same one', () => {
    const addresses = by('x_forwarded_for', '2001:db8::/32', '10.0.0.1')
    const header = { 'x-forwarded-for': '192.0.2.7' }
    expect(addresses.of(request('2001:db8:1::1', header))).toBe('192.0.2.7')
    expect(addresses.of(request('2001:db9::1', header))).toBe('2001:db9::1')
    expect(addresses.of(request('::ffff:10.0.0.1', header))).toBe('192.0.2.7')
    expect(addresses.trusts('::ffff:10.0.0.1')).toBe(true)
    expect(addresses.trusts('10.0.0.2')).toBe(false)
    expect(addresses.trusts(undefined)).toBe(false)
  })

  it('says what each source would say', () => {
    expect(by('x_real_ip', '10.0.0.1').describe(from('192.0.2.7'))).toEqual({
      socket: '10.0.0.1',
      x_forwarded_for: '192.0.2.7',
      x_real_ip: '192.0.2.7',
      counted: '192.0.2.7',
    })
  })
})
