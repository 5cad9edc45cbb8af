import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { ConnectionLimit } from './connection-limit.ts'

/** As much of a socket as is looked at. */
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
  it('closes what one address holds too many, and no other’s', () => {
    const limit = new ConnectionLimit(3)
    expect(refused(connect(limit, '192.0.2.1', 5))).toBe(2)
    expect(refused(connect(limit, '192.0.2.2', 3))).toBe(0)
    expect(limit.open).toBe(6)
  })

  it('a connection that closes makes room for one', () => {
    const limit = new ConnectionLimit(2)
    const [first] = connect(limit, '192.0.2.1', 2)
    first!.emit('close')
    expect(refused(connect(limit, '192.0.2.1', 2))).toBe(1)
    expect(limit.open).toBe(2)
  })

  it('counts to zero again', () => {
    const limit = new ConnectionLimit(2)
    for (const peer of connect(limit, '2001:db8::1', 2)) peer.emit('close')
    expect(limit.open).toBe(0)
    expect(refused(connect(limit, '2001:db8::1', 2))).toBe(0)
  })

  it.each(['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1'])('loopback %s is exempt', (address) => {
    const limit = new ConnectionLimit(1)
    expect(refused(connect(limit, address, 5))).toBe(0)
    expect(limit.open).toBe(5)
  })

  it.each(['128.0.0.1', '::ffff:12.7.0.0', '::10', undefined])('%s is no loopback', (address) => {
    expect(refused(connect(new ConnectionLimit(1), address, 2))).toBe(1)
  })
})
