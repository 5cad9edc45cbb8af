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
  it('is the socket’s address, with IPv4 written as IPv4', () => {
    expect(clientAddress({ remoteAddress: '::ffff:192.0.2.7' })).toBe('192.0.2.7')
    expect(clientAddress({ remoteAddress: '2001:db8::1' })).toBe('2001:db8::1')
    expect(clientAddress({})).toBe('')
  })
})

describe('ClientAddresses', () => {
  it('by default trusts no header, and later none of a peer that isn’t a named proxy', () => {
    expect(new ClientAddresses().of(from('192.0.2.7'))).toBe('10.0.0.1')
    expect(by('socket', '10.0.0.0/8').of(from('192.0.2.7'))).toBe('10.0.0.1')
    expect(by('x_forwarded_for', '10.0.0.2').of(from('192.0.2.7'))).toBe('10.0.0.1')
    expect(by('x_real_ip').of(from('192.0.2.7'))).toBe('10.0.0.1')
  })

  it.each([
    // The client's own entries are to the left of the proxy's entry.
    ['1.1.1.1, 192.0.2.7', '192.0.2.7'],
    ['1.1.1.1, 192.0.2.7, 10.9.9.9', '192.0.2.7'],
    ['192.0.2.7:51000', '192.0.2.7'],
    ['[2001:db8::7]:51000', '2001:db8::7'],
    ['2001:db8::7', '2001:db8::7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    // Every hop is a proxy, so the farthest trusted one counts.
    ['10.0.0.3, 10.0.0.2', '10.0.0.3'],
    ['192.0.2.7, unknown, 10.0.0.2', '10.0.0.2'],
    ['', '10.0.0.1'],
    ['<script>', '10.0.0.1'],
  ])('X-Forwarded-For %j gives %s', (header, address) => {
    expect(by('x_forwarded_for', '10.0.0.0/8').of(from(header))).toBe(address)
  })

  it('reads the longest possible list from its end', () => {
    const header = `${'10.0.0.9,'.repeat(1500)}10.0.0.2`
    expect(by('x_forwarded_for', '10.0.0.0/8').of(from(header))).toBe('10.0.0.9')
  })

  it('reads X-Real-IP as one address or none', () => {
    expect(by('x_real_ip', '10.0.0.1').of(from('192.0.2.7'))).toBe('192.0.2.7')
    expect(by('x_real_ip', '10.0.0.1').of(from('192.0.2.7, 192.0.2.8'))).toBe('10.0.0.1')
  })

  it('takes ranges of both families, and the same IPv4 proxy over an IPv6 socket', () => {
    const addresses = by('x_forwarded_for', '2001:db8::/32', '10.0.0.1')
    const header = { 'x-forwarded-for': '192.0.2.7' }
    expect(addresses.of(request('2001:db8:1::1', header))).toBe('192.0.2.7')
    expect(addresses.of(request('2001:db9::1', header))).toBe('2001:db9::1')
    expect(addresses.of(request('::ffff:10.0.0.1', header))).toBe('192.0.2.7')
    expect(addresses.trusts('::ffff:10.0.0.1')).toBe(true)
    expect(addresses.trusts('10.0.0.2')).toBe(false)
    expect(addresses.trusts(undefined)).toBe(false)
  })

  it('shows the result of each source', () => {
    expect(by('x_real_ip', '10.0.0.1').describe(from('192.0.2.7'))).toEqual({
      socket: '10.0.0.1',
      x_forwarded_for: '192.0.2.7',
      x_real_ip: '192.0.2.7',
      counted: '192.0.2.7',
    })
  })
})
