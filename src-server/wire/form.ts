import { readTogether } from './charset.ts'
import { requireFewParameters } from './wire-limit.ts'

const NUL = 0
const PERCENT = 0x25
const PLUS = 0x2b
/** A byte beyond ASCII, raw or escaped. A false alarm (`%8z`) costs a second reading and changes nothing. */
const BEYOND_ASCII = /[\x80-\xff]|%[89a-fA-F]/

/**
 * The pairs of a form text given as a byte string (one character a byte): `+` is a space, `%XX` a byte, a `%` without two
 * hex digits stays, a name or value ends at a decoded NUL. A pair without `=` has an empty value, one without a name is
 * skipped, and a name twice keeps its first place and takes its last value (protocol.md 1).
 * Throws WireLimitError.
 *
 * @param first pairs that come before them
 */
export function parseForm(text: string, first?: ReadonlyMap<string, string>): Map<string, string> {
  if (!BEYOND_ASCII.test(text)) return splitForm(text, new Map(first))
  const pairs = new Map(first)
  const texts = readTogether([...splitForm(text, new Map())].flat())
  for (let at = 0; at < texts.length; at += 2) setPair(pairs, texts[at] ?? '', texts[at + 1] ?? '')
  return pairs
}

/** Adds a text's pairs, unescaped, to others. */
function splitForm(text: string, pairs: Map<string, string>): Map<string, string> {
  const escaped = text.includes('%') || text.includes('+')
  let parts = 0
  let equals = -1
  for (let start = 0, end = 0; start < text.length; start = end + 1) {
    end = endOfPart(text, '&', start)
    if (end === start) continue
    requireFewParameters(++parts)
    // Kept when it lies in a later part, so that parts without one don't search the text to its end each.
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

/** -1 for what is no hex digit, NaN (past the end) included. */
function hexDigit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30
  const lower = code | 0x20
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1
}
