import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'
import type { PlatformSettings, RequestAddresses } from '../contract/records/settings.ts'

/** The headers in which a proxy reports its client. Empty: not sent. Values that were sent twice are joined. */
export interface Forwarded {
  readonly for: string
  readonly realIp: string
  readonly host: string
  readonly proto: string
}

interface Peer {
  readonly remoteAddress?: string | undefined
}

/** The address of the connection's other end. An IPv4 address on an IPv6 socket is written as IPv4. */
export function clientAddress(socket: Peer): string {
  return plain(socket.remoteAddress ?? '')
}

/** Real chains of proxies are never longer. */
const MOST_HOPS = 32

/**
 * Finds the client's address of a call, by the owner's setting. Trusts a header only from a proxy that the
 * owner named, because any other client could write the header itself.
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

  /** Whether this peer's headers count. */
  trusts(address: string | undefined): boolean {
    return this.#source !== 'socket' && this.#isProxy(plain(address ?? ''))
  }

  of(request: IncomingMessage): string {
    const peer = clientAddress(request.socket)
    return this.trusts(peer) ? this.#named(peer, forwardedOf(request)) : peer
  }

  /**
   * The origin that a request addressed. The Host header has it, where the caller can write anything, and a trusted
   * proxy reports the host and the scheme by which the proxy was called.
   */
  originOf(request: IncomingMessage): string {
    const scheme = 'encrypted' in request.socket ? 'https' : 'http'
    const host = hostIn(request.rawHeaders)
    const isTrusted = this.trusts(request.socket.remoteAddress)
    return isTrusted ? originBy(forwardedOf(request), scheme, host) : `${scheme}://${host}`
  }

  /** The client and the origin of a request without TLS, of which a trusted proxy sent these headers. */
  placeOf(
    peer: string,
    host: string,
    forwarded: Forwarded,
  ): { readonly ip: string; readonly origin: string } {
    return { ip: this.#named(peer, forwarded), origin: originBy(forwarded, 'http', host) }
  }

  /** The request's address by every source, for the screen on which the owner chooses one. */
  describe(request: IncomingMessage): RequestAddresses {
    return {
      socket: clientAddress(request.socket),
      x_forwarded_for: headerOf(request, 'x-forwarded-for').slice(0, 255),
      x_real_ip: headerOf(request, 'x-real-ip').slice(0, 255),
      counted: this.of(request),
    }
  }

  /** The client that a trusted proxy names. */
  #named(peer: string, forwarded: Forwarded): string {
    return this.#source === 'x_real_ip'
      ? (addressIn(forwarded.realIp) ?? peer)
      : this.#first(forwarded.for, peer)
  }

  /**
   * Goes back from the nearest hop while the hops are trusted proxies. Anybody could have written the entries
   * beyond.
   */
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

function forwardedOf(request: IncomingMessage): Forwarded {
  return {
    for: headerOf(request, 'x-forwarded-for'),
    realIp: headerOf(request, 'x-real-ip'),
    host: headerOf(request, 'x-forwarded-host'),
    proto: headerOf(request, 'x-forwarded-proto'),
  }
}

/** A proxy that appends to a list writes the last entry: a caller can have sent the others. */
function originBy({ host, proto }: Forwarded, scheme: string, sentHost: string): string {
  const reported = host.split(',').at(-1)?.trim() ?? ''
  const isTls = scheme === 'https' || /^https(?:,|$)/.test(proto)
  return `${isTls ? 'https' : 'http'}://${reported === '' ? sentHost : reported}`
}

/** Joins a header that was sent twice, as HTTP defines. */
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

/** Reads the raw list, because `request.headers` would first build an object of all headers. */
function hostIn(rawHeaders: readonly string[]): string {
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? ''
    if (name.length === 4 && name.toLowerCase() === 'host') return rawHeaders[i + 1] ?? ''
  }
  return ''
}
