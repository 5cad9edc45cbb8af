import { isUtf8 } from 'node:buffer'
import iconv from 'iconv-lite'

/** A character set by which the server encodes and decodes text. */
export type Charset = 'utf8' | 'gbk' | 'big5' | 'shift_jis' | 'euc-kr' | 'windows-1251' | 'windows-1252'

/** Matches a byte beyond ASCII in a byte string (one character a byte). */
export const BEYOND_ASCII = /[\x80-\xff]/

/** A character that the set lacks becomes `?`. */
export function encodeText(text: string, charset: Charset): Buffer {
  return charset === 'utf8' ? Buffer.from(text) : iconv.encode(text, charset)
}

/**
 * Undefined when the bytes aren't a text of the character set. A second spelling of a character is refused
 * too (GBK has two codes for some), so two byte strings of one character set never become one text.
 */
export function decodeText(bytes: Buffer, charset: Charset): string | undefined {
  if (charset === 'utf8') return isUtf8(bytes) ? bytes.toString() : undefined
  const text = iconv.decode(bytes, charset)
  return iconv.encode(text, charset).equals(bytes) ? text : undefined
}

/** The bytes of a text, one character a byte. An ASCII text comes back unchanged. */
export function bytesOf(text: string, charset: Charset = 'utf8'): string {
  if (text.isWellFormed()) return encodeText(text, charset).toString('latin1')
  // UTF-8 has no bytes for half a surrogate pair. These bytes encode its code unit, so that it stays
  // distinct.
  return Array.from(text, (character) =>
    character.isWellFormed() ? encodeText(character, charset).toString('latin1') : bytesOfHalf(character),
  ).join('')
}

function bytesOfHalf(surrogate: string): string {
  const code = surrogate.charCodeAt(0)
  return String.fromCharCode(0xed, 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f))
}
