import { isUtf8 } from 'node:buffer'
import { bytesOf, decodeText } from './charset.ts'
import { parseFlatJson } from './flat-json.ts'
import { parseForm } from './form.ts'
import { readAll, type Parameters, type Received } from './received.ts'
import { requireFewParameters } from './wire-limit.ts'

export { NOTHING_RECEIVED, type Parameters, type Received } from './received.ts'
export { WireLimitError } from './wire-limit.ts'

/** The pairs of a URL's query, the text after `?` as received (percent-encoded). @throws WireLimitError */
export function parseQuery(query: string): Received {
  return parseForm(query)
}

/**
 * A query's pairs, then a body's pairs. A name in both keeps the query's place and takes the body's value.
 * The content of the body decides how it is read, never its Content-Type: a flat JSON object, else form
 * pairs. A UTF-8 BOM and everything from the first NUL byte on is dropped (MQL's StringToCharArray appends a
 * NUL).
 * @throws WireLimitError
 */
export function addBody(query: Received, body: Uint8Array): Received {
  if (body.length === 0) return query
  const whole = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const start = whole[0] === 0xef && whole[1] === 0xbb && whole[2] === 0xbf ? 3 : 0
  const nul = whole.indexOf(0, start)
  const end = nul < 0 ? whole.length : nul
  const text = whole.toString('latin1', start, end)
  const object = looksLikeJson(text) ? readJson(whole.subarray(start, end)) : undefined
  const pairs = object === undefined ? parseForm(text, query) : join(query, object)
  requireFewParameters(pairs.bytes.size)
  return pairs
}

/**
 * JSON is UTF-8. JSON in GBK bytes is decoded as GBK first, because a GBK character may contain the byte of a
 * backslash.
 */
function readJson(sent: Buffer): Received | undefined {
  const gbk = isUtf8(sent) ? undefined : decodeText(sent, 'gbk')
  const pairs = parseFlatJson(gbk === undefined ? sent.toString('latin1') : bytesOf(gbk))
  if (pairs === undefined) return undefined
  const received = readAll(pairs)
  if (gbk === undefined) return received
  return {
    bytes: new Map(Array.from(pairs, ([name, value]) => [asGbk(name), asGbk(value)])),
    texts: received.texts,
  }
}

/** The client sent a character that GBK lacks as an escape, so this character keeps its UTF-8 bytes. */
function asGbk(utf8: string): string {
  const text = Buffer.from(utf8, 'latin1').toString()
  const bytes = bytesOf(text, 'gbk')
  return decodeText(Buffer.from(bytes, 'latin1'), 'gbk') === text ? bytes : utf8
}

function join(first: Received, second: Received): Received {
  const bytes = new Map([...first.bytes, ...second.bytes])
  const plain = first.bytes === first.texts && second.bytes === second.texts
  return { bytes, texts: plain ? bytes : new Map([...first.texts, ...second.texts]) }
}

/** Picks the declared parameters of a call. The rest is ignored. */
export function pickParameters(names: readonly string[], given: Parameters): Record<string, string> {
  const picked: Record<string, string> = {}
  for (const name of names) {
    const value = given.get(name)
    if (value !== undefined) picked[name] = value
  }
  return picked
}

function looksLikeJson(text: string): boolean {
  return /^[ \t\r\n]*\{/.test(text)
}
