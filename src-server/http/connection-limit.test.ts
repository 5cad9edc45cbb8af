import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { ConnectionLimit } from './connection-limit.ts'

/** The members of a socket that the limit reads. */
class Peer extends EventEmitter {
  destroyed = false
  readonly remoteAddress: string | undefined
  constructor(remoteAddress: string | undefined) {
    super()
    this.remoteAddress = remoteAddress
  }
  destroy(): this {
    this.destroyed = true
    this.emit('close')
    return this
  }
}

function connect(limit: ConnectionLimit, address: string | undefined, times: number): Peer[] {
  return Array.from({ length: times }, () => {
    const peer = new Peer(address)
    limit.admit(peer as unknown as Socket)
    return peer
  })
}
const refused = (peers: readonly Peer[]) => peers.filter((peer) => peer.destroyed).length

describe('ConnectionLimit', () => {
  it('closes an address’s surplus connections, and no other’s', () => {
    const limit = new ConnectionLimit(3)
    expect(refused(connect(limit, '192.0.2.1', 5))).toBe(2)
    expect(refused(connect(limit, '192.0.2.2', 3))).toBe(0)
    expect(limit.open).toBe(6)
  })

  it('a closed connection makes room for a new one', () => {
    const limit = new ConnectionLimit(2)
    const [first] = connect(limit, '192.0.2.1', 2)
    first!.emit('close')
    expect(refused(connect(limit, '192.0.2.1', 2))).toBe(1)
    expect(limit.open).toBe(2)
  })

  it('counts all addresses of an IPv6 /64 as one, and those of another /64 apart', () => {
    const limit = new ConnectionLimit(50)
    const connected = Array.from({ length: 1000 }, (_, at) =>
      connect(limit, `2001:db8:1:2:${at.toString(16)}::1`, 1),
    ).flat()
    expect(connected.length - refused(connected)).toBe(50)
    expect(refused(connect(limit, '2001:db8:1:3::1', 50))).toBe(0)
    // An IPv4 address on an IPv6 socket is the same network as without the prefix.
    expect(refused(connect(limit, '192.0.2.1', 30)) + refused(connect(limit, '::ffff:192.0.2.1', 30))).toBe(
      10,
    )
  })

  it('counts down to zero', () => {
    const limit = new ConnectionLimit(2)
    for (const peer of connect(limit, '2001:db8::1', 2)) peer.emit('close')
    expect(limit.open).toBe(0)
    expect(refused(connect(limit, '2001:db8::1', 2))).toBe(0)
  })

  it.each(['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1'])('exempts loopback %s', (address) => {
    const limit = new ConnectionLimit(1)
    expect(refused(connect(limit, address, 5))).toBe(0)
    expect(limit.open).toBe(5)
  })

  it.each(['128.0.0.1', '::ffff:12.7.0.0', '::10', undefined])('%s is not loopback', (address) => {
    expect(refused(connect(new ConnectionLimit(1), address, 2))).toBe(1)
  })
})
