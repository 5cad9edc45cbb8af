/** NAT Port Mapping Protocol, RFC 6886. */

const ADDRESS = 0
const MAP_TCP = 2
const ANSWER = 0x80

export interface PmpAnswer {
  /** 0: done. */
  readonly code: number
  readonly external: number
  readonly seconds: number
}

export function writeAddressRequest(): Buffer {
  return Buffer.from([0, ADDRESS])
}

/** @param seconds 0 removes the mapping */
export function writeMapRequest(internal: number, external: number, seconds: number): Buffer {
  const packet = Buffer.alloc(12)
  packet.writeUInt8(MAP_TCP, 1)
  packet.writeUInt16BE(internal, 4)
  packet.writeUInt16BE(external, 6)
  packet.writeUInt32BE(seconds, 8)
  return packet
}

export function answersAddress(packet: Buffer): boolean {
  return packet.length >= 4 && packet[0] === 0 && packet[1] === ADDRESS + ANSWER
}

/** @returns the router's address outside; empty where it has none */
export function readAddress(packet: Buffer): string {
  if (packet.length < 12 || packet.readUInt16BE(2) !== 0) return ''
  return [...packet.subarray(8, 12)].join('.')
}

export function answersMap(packet: Buffer, internal: number): boolean {
  if (packet.length < 4 || packet[0] !== 0 || packet[1] !== MAP_TCP + ANSWER) return false
  return packet.length < 16 || packet.readUInt16BE(8) === internal
}

export function readMap(packet: Buffer): PmpAnswer {
  const isWhole = packet.length >= 16
  return {
    code: packet.readUInt16BE(2),
    external: isWhole ? packet.readUInt16BE(10) : 0,
    seconds: isWhole ? packet.readUInt32BE(12) : 0,
  }
}
