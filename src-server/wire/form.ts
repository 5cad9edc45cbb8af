import { BEYOND_ASCII, type Charset } from './charset.ts'
import { NOTHING_RECEIVED, readAll, type Received } from './received.ts'
import { requireFewParameters } from './wire-limit.ts'

const NUL = 0
const PERCENT = 0x25
const PLUS = 0x2b
/**
 * Matches a byte beyond ASCII, raw or escaped, and any sequence that may decode to a `%` before hex digits.
 */
const UNCERTAIN = /[\x80-\xff]|%[%89a-fA-F]|%25/

/**
 * The pairs of a form text given as a byte string (one character a byte). `+` is a space, `%XX` a byte, and a
 * `%` without two hex digits stays. A name or value ends at a decoded NUL. A pair without `=` has an empty
 * value. A pair without a name is skipped. A repeated name keeps its first place and takes its last value.
 * @param first pairs that come before the text's pairs
 * @param charset the character set to try first
 * @throws WireLimitError
 */
export function parseForm(text: string, first: Received = NOTHING_RECEIVED, charset?: Charset): Received {
  const bytes = splitForm(text, first.bytes.size === 0 ? new Map<string, string>() : new Map(first.bytes))
  const isPlain = first.texts === first.bytes && !isUncertain(text)
  return isPlain ? { bytes, texts: bytes } : readAll(bytes, charset)
}

/** Whether a parameter's text may differ from its bytes. A false alarm (`%8z`) only costs a second look. */
function isUncertain(text: string): boolean {
  return (text.includes('%') ? UNCERTAIN : BEYOND_ASCII).test(text)
}

/** Adds a text's decoded pairs to `pairs`. */
function splitForm(text: string, pairs: Map<string, string>): Map<string, string> {
  const escaped = text.includes('%') || text.includes('+')
  let parts = 0
  let equals = -1
  for (let start = 0, end = 0; start < text.length; start = end + 1) {
    end = endOfPart(text, '&', start)
    if (end === start) continue
    requireFewParameters(++parts)
    // The next `=` is kept while it lies in a later part, so that parts without `=` don't each search to the
    // end.
    if (equals < start) equals = endOfPart(text, '=', start)
    const name = text.slice(start, Math.min(equals, end))
    const value = text.slice(equals + 1, end)
    setPair(pairs, escaped ? decodeEscapes(name) : name, escaped ? decodeEscapes(value) : value)
  }
  return pairs
}

function endOfPart(text: string, separator: string, start: number): number {
  const at = text.indexOf(separator, start)
  return at < 0 ? text.length : at
}

function setPair(pairs: Map<string, string>, name: string, value: string): void {
  if (name !== '') pairs.set(name, value)
}

function decodeEscapes(text: string): string {
  let decoded = ''
  let copied = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === PLUS) {
      decoded += text.slice(copied, at) + ' '
      copied = at + 1
    } else if (code === PERCENT) {
      const high = hexDigit(text.charCodeAt(at + 1))
      const low = hexDigit(text.charCodeAt(at + 2))
      if (high < 0 || low < 0) continue
      const byte = high * 16 + low
      if (byte === NUL) return decoded + text.slice(copied, at)
      decoded += text.slice(copied, at) + String.fromCharCode(byte)
      at += 2
      copied = at + 1
    }
  }
  return copied === 0 ? text : decoded + text.slice(copied)
}

/** @returns -1 for any other code, NaN (past the end) included */
function hexDigit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30
  const lower = code | 0x20
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1
}
