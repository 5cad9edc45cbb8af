import type { IncomingMessage } from 'node:http'

/** The caller's address; an IPv4 one that came in over an IPv6 socket is written as IPv4. Headers are not believed. */
export function clientAddress(request: IncomingMessage): string {
  const address = request.socket.remoteAddress ?? ''
  return address.startsWith('::ffff:') ? address.slice('::ffff:'.length) : address
}
