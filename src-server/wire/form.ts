import { readTogether } from './charset.ts'
import { requireFewParameters } from './wire-limit.ts'

const NUL = 0
const PERCENT = 0x25
const AMPERSAND = 0x26
const PLUS = 0x2b
const EQUALS = 0x3d

/**
 * The pairs of a form text given as a byte string (one character a byte): `+` is a space, `%XX` a byte, a `%` without two
 * hex digits stays, a name or value ends at a decoded NUL. A pair without `=` has an empty value, one without a name is
 * skipped, and a name twice keeps its first place and takes its last value (protocol.md 1).
 * Throws WireLimitError.
 */
export function parseForm(text: string): Map<string, string> {
  const pairs = new Map<string, string>()
  let parts = 0
  let start = 0
  let equals = -1
  let escaped = false
  let beyondAscii = false
  for (let at = 0; at <= text.length; at++) {
    const code = at < text.length ? text.charCodeAt(at) : AMPERSAND
    if (code === AMPERSAND) {
      if (at > start) {
        requireFewParameters(++parts)
        const name = text.slice(start, equals < 0 ? at : equals)
        const value = equals < 0 ? '' : text.slice(equals + 1, at)
        setPair(pairs, escaped ? decodeEscapes(name) : name, escaped ? decodeEscapes(value) : value)
      }
      start = at + 1
      equals = -1
      escaped = false
    } else if (code === EQUALS) {
      if (equals < 0) equals = at
    } else if (code === PLUS) {
      escaped = true
    } else if (code === PERCENT) {
      escaped = true
      // `%8` and above begins a byte beyond ASCII; a false alarm (`%zz`) costs a second reading and changes nothing.
      if (text.charCodeAt(at + 1) > 0x37) beyondAscii = true
    } else if (code > 0x7f) {
      beyondAscii = true
    }
  }
  return beyondAscii ? readPairs(pairs) : pairs
}

function setPair(pairs: Map<string, string>, name: string, value: string): void {
  if (name !== '') pairs.set(name, value)
}

function readPairs(bytes: ReadonlyMap<string, string>): Map<string, string> {
  const texts = readTogether([...bytes].flat())
  const pairs = new Map<string, string>()
  for (let at = 0; at < texts.length; at += 2) pairs.set(texts[at] ?? '', texts[at + 1] ?? '')
  return pairs
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

/** -1 for what is no hex digit, NaN (past the end) included. */
function hexDigit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30
  const lower = code | 0x20
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1
}
