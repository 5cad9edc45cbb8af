import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'
import type { PlatformSettings, RequestAddresses } from '../contract/records/settings.ts'

interface Peer {
  readonly remoteAddress?: string | undefined
}

/** Who holds a connection; an IPv4 address that came in over an IPv6 socket is written as IPv4. */
export function clientAddress(socket: Peer): string {
  return plain(socket.remoteAddress ?? '')
}

/** Longer lists of proxies are nobody's. */
const MOST_HOPS = 32

/**
 * Where calls come from, by the owner's setting. A header is believed only of a proxy he named: everybody else could
 * write it himself.
 */
export class ClientAddresses {
  #source: PlatformSettings['client_address']['source'] = 'socket'
  #trusted = new BlockList()

  configure({ source, trusted }: PlatformSettings['client_address']): void {
    this.#source = source
    this.#trusted = new BlockList()
    for (const range of trusted) {
      const [address = '', bits] = range.split('/')
      const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
      if (bits === undefined) this.#trusted.addAddress(address, family)
      else this.#trusted.addSubnet(address, Number(bits), family)
    }
  }

  /** Whether headers of this peer count. */
  trusts(address: string | undefined): boolean {
    return this.#source !== 'socket' && this.#isProxy(plain(address ?? ''))
  }

  of(request: IncomingMessage): string {
    const peer = clientAddress(request.socket)
    if (this.#source === 'socket' || !this.#isProxy(peer)) return peer
    return this.#source === 'x_real_ip'
      ? (addressIn(headerOf(request, 'x-real-ip')) ?? peer)
      : this.#first(headerOf(request, 'x-forwarded-for'), peer)
  }

  /**
   * The origin a request came to, as its sender spells it: anybody can write a Host header. The scheme is the connection's, or
   * the one that a believed proxy tells.
   */
  originOf(request: IncomingMessage): string {
    const isTls =
      'encrypted' in request.socket ||
      (this.trusts(request.socket.remoteAddress) &&
        /^https(?:,|$)/.test(headerOf(request, 'x-forwarded-proto')))
    return `${isTls ? 'https' : 'http'}://${hostIn(request.rawHeaders)}`
  }

  /** The request by every source, for whoever chooses one. */
  describe(request: IncomingMessage): RequestAddresses {
    return {
      socket: clientAddress(request.socket),
      x_forwarded_for: headerOf(request, 'x-forwarded-for').slice(0, 255),
      x_real_ip: headerOf(request, 'x-real-ip').slice(0, 255),
      counted: this.of(request),
    }
  }

  /** From the nearest hop back, as far as proxies vouch: what lies beyond was written by anybody. */
  #first(header: string, peer: string): string {
    let client = peer
    for (const hop of header.split(',').slice(-MOST_HOPS).reverse()) {
      const address = addressIn(hop)
      if (address === undefined) return client
      client = address
      if (!this.#isProxy(address)) return client
    }
    return client
  }

  #isProxy(address: string): boolean {
    const family = isIP(address)
    return family !== 0 && this.#trusted.check(address, family === 6 ? 'ipv6' : 'ipv4')
  }
}

/** A header sent twice is joined, as its first sender meant it. */
function headerOf(request: IncomingMessage, name: string): string {
  const value = request.headers[name]
  return Array.isArray(value) ? value.join(',') : (value ?? '')
}

/** `192.0.2.1`, `192.0.2.1:443`, `2001:db8::1`, `[2001:db8::1]:443`. */
function addressIn(text: string): string | undefined {
  const bare = text
    .trim()
    .replace(/^\[([^\]]*)\](?::[0-9]+)?$/, '$1')
    .replace(/^([0-9.]+):[0-9]+$/, '$1')
  const address = plain(bare)
  return isIP(address) === 0 ? undefined : address
}

function plain(address: string): string {
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice('::ffff:'.length) : address
}

/** `request.headers` would make an object of them all first. */
function hostIn(rawHeaders: readonly string[]): string {
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? ''
    if (name.length === 4 && name.toLowerCase() === 'host') return rawHeaders[i + 1] ?? ''
  }
  return ''
}
