import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Messages, Topic } from './messages.ts'

/** A message with its topic. */
export type Sent = { [T in Topic]: readonly [T, Messages[T]] }[Topic]

/** The form of frames. Copies of two versions run at the same time: what has another form is dropped. */
const FORM = '2'
/** The length of the JSON before the bytes. */
const HEAD_BYTES = 4
/** The weakest level: pulses are mostly zeros, and a stronger one takes twice the time for a tenth. */
const LEVEL = 1
/** The longest frame, bytes. A longer one is nonsense. */
const MOST_BYTES = 64 * 1024 * 1024

/** Stands in the JSON for an array of numbers: its begin and end among the bytes, and whether they are doubles. */
interface Place {
  readonly $bytes: readonly [from: number, to: number, isDoubles: boolean]
}

/**
 * Packs messages into packets of text. Arrays of bytes and of doubles stay binary, after the JSON of everything else.
 * @param frame the number of these messages among those of the sender
 * @param length of a packet at most
 */
export function pack(messages: readonly Sent[], frame: number, length: number): string[] {
  const arrays: Uint8Array[] = []
  let size = 0
  const json = Buffer.from(
    JSON.stringify(messages, function (this: Record<string, unknown>, key: string, value: unknown) {
      // A Buffer has turned itself into JSON already.
      const whole = this[key]
      if (!(whole instanceof Uint8Array || whole instanceof Float64Array)) return value
      arrays.push(new Uint8Array(whole.buffer, whole.byteOffset, whole.byteLength))
      const from = size
      size += whole.byteLength
      return { $bytes: [from, size, whole instanceof Float64Array] } satisfies Place
    }),
  )
  const head = Buffer.alloc(HEAD_BYTES)
  head.writeUInt32LE(json.length)
  const body = deflateRawSync(Buffer.concat([head, json, ...arrays]), { level: LEVEL }).toString('base64')
  const room = length - `${FORM}:${frame} ${MOST_BYTES} ${MOST_BYTES} `.length
  const parts = Math.ceil(body.length / room)
  return Array.from(
    { length: parts },
    (_, part) => `${FORM}:${frame} ${part} ${parts} ${body.slice(part * room, (part + 1) * room)}`,
  )
}

/** @throws Error for a body that is no frame */
function unpack(body: string): Sent[] {
  const bytes = inflateRawSync(Buffer.from(body, 'base64'), { maxOutputLength: MOST_BYTES })
  const begin = HEAD_BYTES + bytes.readUInt32LE(0)
  return JSON.parse(bytes.toString('utf8', HEAD_BYTES, begin), (_, value: unknown) => {
    if (!isPlace(value)) return value
    const [from, to, isDoubles] = value.$bytes
    // A copy: the place among the other bytes is no multiple of eight.
    const own = Uint8Array.from(bytes.subarray(begin + from, begin + to))
    return isDoubles ? new Float64Array(own.buffer) : own
  }) as Sent[]
}

function isPlace(value: unknown): value is Place {
  return typeof value === 'object' && value !== null && '$bytes' in value
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
   * @returns the messages whose last packet this is; none for a form that this version doesn't know
   * @throws Error for a packet that is none
   */
  take(copy: string, packet: string): Sent[] {
    const [frame = '', part = '', parts = '', body = ''] = packet.split(' ')
    const form = frame.split(':', 1)[0]
    if (frame.includes(':') && form !== FORM) return []
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
