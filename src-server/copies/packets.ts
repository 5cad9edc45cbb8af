import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { PackedPulses } from '../store/pulse-batch.ts'
import type { Messages, Topic } from './messages.ts'

/** A message with its topic. */
export type Sent = { [T in Topic]: readonly [T, Messages[T]] }[Topic]

/** The length of the JSON before the numbers. */
const HEAD_BYTES = 4
const NUMBER_BYTES = Float64Array.BYTES_PER_ELEMENT
/** The weakest level: pulses are mostly zeros, and a stronger one takes twice the time for a tenth. */
const LEVEL = 1
/** Whoever sends more at once sends nonsense, bytes. */
const MOST_BYTES = 64 * 1024 * 1024

/**
 * Packs messages into packets of text. The numbers of pulses stay binary, after the JSON of everything else.
 * @param frame the number of these messages among those of the sender
 * @param length of a packet at most
 */
export function pack(messages: readonly Sent[], frame: number, length: number): string[] {
  const numbers: Uint8Array[] = []
  const plain = messages.map(([topic, message]) => {
    if (topic !== 'pulses') return [topic, message]
    numbers.push(
      new Uint8Array(message.numbers.buffer, message.numbers.byteOffset, message.numbers.byteLength),
    )
    return [topic, { ...message, numbers: message.numbers.length }]
  })
  const json = Buffer.from(JSON.stringify(plain))
  const head = Buffer.alloc(HEAD_BYTES)
  head.writeUInt32LE(json.length)
  const body = deflateRawSync(Buffer.concat([head, json, ...numbers]), { level: LEVEL }).toString('base64')
  const room = length - `${frame} ${MOST_BYTES} ${MOST_BYTES} `.length
  const parts = Math.ceil(body.length / room)
  return Array.from(
    { length: parts },
    (_, part) => `${frame} ${part} ${parts} ${body.slice(part * room, (part + 1) * room)}`,
  )
}

/** @throws Error for a body that is no frame */
function unpack(body: string): Sent[] {
  const bytes = inflateRawSync(Buffer.from(body, 'base64'), { maxOutputLength: MOST_BYTES })
  let at = HEAD_BYTES + bytes.readUInt32LE(0)
  const plain = JSON.parse(bytes.toString('utf8', HEAD_BYTES, at)) as Sent[]
  return plain.map((sent) => {
    if (sent[0] !== 'pulses') return sent
    const packed = sent[1] as Omit<PackedPulses, 'numbers'> & { readonly numbers: unknown }
    const end = at + Number(packed.numbers) * NUMBER_BYTES
    // A copy: the place among the other bytes is no multiple of eight.
    const numbers = new Float64Array(Uint8Array.from(bytes.subarray(at, end)).buffer)
    at = end
    return ['pulses', { ...packed, numbers }]
  })
}

/** The parts of a frame that came so far. */
interface Partial {
  readonly frame: string
  readonly parts: string[]
}

/** Joins the packets of each copy again. A frame of which a packet is missing is lost. */
export class Packets {
  readonly #open = new Map<string, Partial>()

  /**
   * @returns the messages whose last packet this is
   * @throws Error for a packet that is none
   */
  take(copy: string, packet: string): Sent[] {
    const [frame = '', part = '', parts = '', body = ''] = packet.split(' ')
    const before = this.#open.get(copy)
    const open = part === '0' || before?.frame !== frame ? { frame, parts: [] } : before
    if (open.parts.length !== Number(part)) {
      this.#open.delete(copy)
      return []
    }
    open.parts.push(body)
    if (open.parts.length < Number(parts)) {
      this.#open.set(copy, open)
      return []
    }
    this.#open.delete(copy)
    return unpack(open.parts.join(''))
  }

  forget(copy: string): void {
    this.#open.delete(copy)
  }
}
