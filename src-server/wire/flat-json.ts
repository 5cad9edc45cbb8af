import { bytesOf } from './charset.ts'
import { requireFewParameters } from './wire-limit.ts'

const QUOTE = 0x22
const COMMA = 0x2c
const BACKSLASH = 0x5c

/**
 * The scalars of a JSON object in UTF-8 as pairs, in their order, one character a byte. Numbers keep their
 * source text (a login of 20 digits must not be rounded), booleans become words, null becomes empty, and
 * nested values are dropped. JSON.parse only checks the text: its object would put number-like names first,
 * but the signature depends on the order.
 * @returns undefined when the text is no JSON object
 * @throws WireLimitError
 */
export function parseFlatJson(source: string): Map<string, string> | undefined {
  const text = escapesAsBytes(source)
  const open = skipBlanks(text, 0)
  if (text[open] !== '{' || !isJson(text)) return undefined
  const pairs = new Map<string, string>()
  let members = 0
  let at = skipBlanks(text, open + 1)
  while (text.charCodeAt(at) === QUOTE) {
    const nameEnd = endOfString(text, at)
    const name = readString(text.slice(at, nameEnd))
    const start = skipBlanks(text, skipBlanks(text, nameEnd) + 1)
    const end = endOfValue(text, start)
    const value = readScalar(text.slice(start, end))
    if (value !== undefined && name !== '') {
      requireFewParameters(++members)
      pairs.set(name, value)
    }
    at = skipBlanks(text, end)
    if (text.charCodeAt(at) === COMMA) at = skipBlanks(text, at + 1)
  }
  return pairs
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function skipBlanks(text: string, from: number): number {
  let at = from
  for (;;) {
    const code = text.charCodeAt(at)
    if (code !== 0x20 && code !== 0x09 && code !== 0x0a && code !== 0x0d) return at
    at++
  }
}

/** The index after the closing quote of the string that begins at `from`. */
function endOfString(text: string, from: number): number {
  let at = from + 1
  while (text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1
  return at + 1
}

/** The index after the value that begins at `from`. The text must be valid JSON. */
function endOfValue(text: string, from: number): number {
  if (text.charCodeAt(from) === QUOTE) return endOfString(text, from)
  let depth = 0
  let at = from
  for (;;) {
    const character = text[at]
    if (character === '"') {
      at = endOfString(text, at)
      continue
    }
    if (depth === 0 && (character === ',' || character === '}')) return at
    if (character === '{' || character === '[') depth++
    else if (character === '}' || character === ']') depth--
    at++
  }
}

function readScalar(source: string): string | undefined {
  if (source.startsWith('"')) return readString(source)
  if (source.startsWith('{') || source.startsWith('[')) return undefined
  const word = source.trimEnd()
  return word === 'null' ? '' : word
}

/** Cuts the value at the first NUL, as in every other parameter. */
function readString(source: string): string {
  const value = source.includes('\\') ? String(JSON.parse(source)) : source.slice(1, -1)
  const nul = value.indexOf('\0')
  return nul < 0 ? value : value.slice(0, nul)
}

const PAIR_OR_ESCAPE = /(\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4})|\\[^]/g

/** Replaces escapes of characters beyond ASCII by the bytes of the same characters without the escape. */
function escapesAsBytes(text: string): string {
  if (!text.includes('\\u')) return text
  return text.replaceAll(PAIR_OR_ESCAPE, (escape: string, unicode: string | undefined) => {
    if (unicode === undefined) return escape
    const character = String(JSON.parse(`"${unicode}"`))
    return character < '\x80' ? escape : bytesOf(character)
  })
}
