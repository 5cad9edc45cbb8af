import type { OutboxRow } from './message.ts'

/** The maximum length of a messenger text, characters. */
export const PARCEL_LENGTH = 4000

/** The length of a text that a service takes. `characters` are UTF-16 units: no service counts fewer. */
export interface TextLimit {
  readonly most: number
  readonly unit: 'code points' | 'characters' | 'bytes'
}

const MESSENGER_TEXT: TextLimit = { most: PARCEL_LENGTH, unit: 'code points' }

/** Separates the messages of a parcel. */
const SEPARATOR = '\n'

/**
 * Makes the id of a parcel. The service's idempotency key is derived from it. It holds the parcel's creation
 * time, just before the first attempt.
 * @param at Unix seconds
 * @param random 16 bytes
 * @returns 40 characters at most
 */
export function parcelId(at: number, random: Uint8Array): string {
  return `${at.toString(36)}-${Buffer.from(random).toString('hex')}`
}

/** Unix seconds. */
export function parcelMadeAt(id: string): number {
  return parseInt(id, 36)
}

/** The messages of one parcel, and whether the parcel is full. */
export interface Packed<R> {
  readonly rows: readonly R[]
  readonly isFull: boolean
}

/**
 * Takes the first messages that fit into one parcel, in their order. The first message goes whatever its
 * length.
 */
export function pack<R extends Pick<OutboxRow, 'text'>>(
  rows: readonly R[],
  { most, unit }: TextLimit = MESSENGER_TEXT,
): Packed<R> {
  let length = -SEPARATOR.length
  let count = 0
  for (const { text } of rows) {
    length += SEPARATOR.length + lengthOf(text, unit)
    if (length > most && count > 0) return { rows: rows.slice(0, count), isFull: true }
    count++
  }
  return { rows, isFull: length >= most }
}

/** The texts of a parcel for a service with this limit: one, unless a single message exceeds the limit. */
export function piecesOf(rows: readonly Pick<OutboxRow, 'text'>[], { most, unit }: TextLimit): string[] {
  const whole = rows.map(({ text }) => text).join(SEPARATOR)
  if (lengthOf(whole, unit) <= most) return [whole]
  const pieces: string[] = []
  let piece = ''
  let length = 0
  for (const character of whole) {
    const more = lengthOf(character, unit)
    if (length + more > most) {
      pieces.push(piece)
      piece = ''
      length = 0
    }
    piece += character
    length += more
  }
  pieces.push(piece)
  return pieces
}

/**
 * A parcel's texts, each with its key. It is one text, unless a single message exceeds the service's limit.
 */
export function textsOf(
  parcel: string,
  rows: readonly Pick<OutboxRow, 'text'>[],
): { readonly key: string; readonly text: string }[] {
  const characters = Array.from(rows.map(({ text }) => text).join(SEPARATOR))
  const pieces = Math.max(1, Math.ceil(characters.length / PARCEL_LENGTH))
  return Array.from({ length: pieces }, (_, at) => ({
    key: at === 0 ? parcel : `${parcel}-${at + 1}`,
    text: characters.slice(at * PARCEL_LENGTH, (at + 1) * PARCEL_LENGTH).join(''),
  }))
}

function lengthOf(text: string, unit: TextLimit['unit']): number {
  if (unit === 'bytes') return Buffer.byteLength(text)
  return unit === 'characters' ? text.length : codePointsIn(text)
}

function codePointsIn(text: string): number {
  let length = text.length
  for (let at = 0; at < text.length; at++) {
    const isFirstOfTwo = (text.charCodeAt(at) & 0xfc00) === 0xd800
    if (isFirstOfTwo && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00) length--
  }
  return length
}
