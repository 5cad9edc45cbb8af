import { readTogether } from './charset.ts'
import { parseFlatJson } from './flat-json.ts'
import { parseForm } from './form.ts'
import { requireFewParameters } from './wire-limit.ts'

export { WireLimitError } from './wire-limit.ts'

/** A call's parameters in the order in which they count for the signature. */
export type Parameters = ReadonlyMap<string, string>

/** The pairs of a URL's query, the text after `?` as it came (percent-encoded). Throws WireLimitError. */
export function parseQuery(query: string): Map<string, string> {
  return parseForm(query)
}

/**
 * A query's pairs, then a body's; a name in both keeps the query's place and takes the body's value. The body is read by its
 * content and never by its Content-Type: a flat JSON object, else form pairs. A UTF-8 BOM and everything from the first NUL
 * byte on is dropped (MQL's StringToCharArray appends one). Throws WireLimitError.
 */
export function addBody(query: Parameters, body: Uint8Array): Parameters {
  if (body.length === 0) return query
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0
  const nul = bytes.indexOf(0, start)
  const text = bytes.toString('latin1', start, nul < 0 ? bytes.length : nul)
  const object = looksLikeJson(text) ? parseFlatJson(readTogether([text]).join('')) : undefined
  const pairs = object === undefined ? parseForm(text, query) : new Map([...query, ...object])
  requireFewParameters(pairs.size)
  return pairs
}

/** Those of a call's parameters that somebody declares; the others are nobody's. */
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
