import { isIPv4 } from 'node:net'

/** Port Control Protocol, RFC 6887: the request MAP and its answer. */

const VERSION = 2
const MAP = 1
const ANSWER = 0x80
const TCP = 6
const HEADER = 24
const LENGTH = 60
/** The option PREFER_FAILURE: a port that another device has is refused, and not replaced by another one. */
const PREFER_FAILURE = 2
const OPTION_LENGTH = 4
const NONCE_LENGTH = 12

export interface PcpRequest {
  readonly client: string
  readonly nonce: Uint8Array
  readonly internal: number
  readonly external: number
  /** Seconds. 0 removes the mapping. */
  readonly seconds: number
  /** Asks for this external port and no other. */
  readonly strict: boolean
}

export interface PcpAnswer {
  /** 0: done. */
  readonly code: number
  readonly seconds: number
  readonly external: number
  readonly address: string
}

export function writeMap({ client, nonce, internal, external, seconds, strict }: PcpRequest): Buffer {
  const packet = Buffer.alloc(strict ? LENGTH + OPTION_LENGTH : LENGTH)
  packet.writeUInt8(VERSION, 0)
  packet.writeUInt8(MAP, 1)
  packet.writeUInt32BE(seconds, 4)
  mapped(client).copy(packet, 8)
  packet.set(nonce, HEADER)
  packet.writeUInt8(TCP, 36)
  packet.writeUInt16BE(internal, 40)
  packet.writeUInt16BE(external, 42)
  // "Any IPv4 address": a router with several chooses.
  mapped('0.0.0.0').copy(packet, 44)
  if (strict) packet.writeUInt8(PREFER_FAILURE, LENGTH)
  return packet
}

/** Whether a packet answers a MAP request. A router of NAT-PMP alone refuses it in its own version, with code 1. */
export function answersMap(packet: Buffer, nonce: Uint8Array): boolean {
  if (isOlder(packet)) return true
  if (packet.length < HEADER || packet[0] !== VERSION || packet[1] !== MAP + ANSWER) return false
  return packet.length < LENGTH || packet.subarray(HEADER, HEADER + NONCE_LENGTH).equals(nonce)
}

/** The router speaks NAT-PMP and not PCP. */
export function isOlder(packet: Buffer): boolean {
  return packet.length >= 4 && packet[0] === 0
}

export function readMap(packet: Buffer): PcpAnswer {
  const code = packet.readUInt8(3)
  const isWhole = packet.length >= LENGTH
  return {
    code,
    seconds: packet.readUInt32BE(4),
    external: isWhole ? packet.readUInt16BE(42) : 0,
    address: isWhole ? [...packet.subarray(56, 60)].join('.') : '',
  }
}

/** An IPv4 address as IPv6 writes it: ::ffff:a.b.c.d. */
function mapped(address: string): Buffer {
  const bytes = Buffer.alloc(16)
  if (!isIPv4(address)) return bytes
  bytes.fill(0xff, 10, 12)
  bytes.set(address.split('.').map(Number), 12)
  return bytes
}
