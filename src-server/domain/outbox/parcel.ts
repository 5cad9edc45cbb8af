import type { OutboxRow } from './message.ts'

/** A messenger's text, characters. */
export const PARCEL_LENGTH = 4000

/** Between two messages in a parcel. */
const SEPARATOR = '\n'

/**
 * A parcel's id, which the service's idempotency key is made of; it says when the parcel was made, which is just before its first
 * attempt.
 * @param at Unix seconds @param random bytes, 16 of them @returns 40 characters at most
 */
export function parcelId(at: number, random: Uint8Array): string {
  return `${at.toString(36)}-${Buffer.from(random).toString('hex')}`
}

/** Unix seconds. */
export function parcelMadeAt(id: string): number {
  return parseInt(id, 36)
}

/** What one message is to be made of, and whether there would be more than it can hold. */
export interface Packed<R> {
  readonly rows: readonly R[]
  readonly isFull: boolean
}

/** The first of these messages that fit in one, in their order; the first goes however long it is. */
export function pack<R extends Pick<OutboxRow, 'text'>>(rows: readonly R[]): Packed<R> {
  let length = -SEPARATOR.length
  let count = 0
  for (const { text } of rows) {
    length += SEPARATOR.length + lengthOf(text)
    if (length > PARCEL_LENGTH && count > 0) return { rows: rows.slice(0, count), isFull: true }
    count++
  }
  return { rows, isFull: length >= PARCEL_LENGTH }
}

/** A parcel's texts, each sent with its key: one, but where a message alone is longer than the service takes. */
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

/** By code points. */
function lengthOf(text: string): number {
  let length = text.length
  for (let at = 0; at < text.length; at++) {
    const isFirstOfTwo = (text.charCodeAt(at) & 0xfc00) === 0xd800
    if (isFirstOfTwo && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00) length--
  }
  return length
}
