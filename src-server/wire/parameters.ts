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
 * The pairs of a body, by its content and never by its Content-Type: a flat JSON object, else form pairs. A UTF-8 BOM and
 * everything from the first NUL byte on is dropped (MQL's StringToCharArray appends one). Throws WireLimitError.
 */
export function parseBody(body: Uint8Array): Map<string, string> {
  if (body.length === 0) return new Map()
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0
  const nul = bytes.indexOf(0, start)
  const text = bytes.toString('latin1', start, nul < 0 ? bytes.length : nul)
  return (looksLikeJson(text) ? parseFlatJson(readTogether([text]).join('')) : undefined) ?? parseForm(text)
}

function looksLikeJson(text: string): boolean {
  return /^[ \t\r\n]*\{/.test(text)
}

/** The query's pairs, then the body's; a name in both keeps the query's place and takes the body's value. Throws WireLimitError. */
export function mergeParameters(query: Parameters, body: Parameters): Map<string, string> {
  const merged = new Map(query)
  for (const [name, value] of body) merged.set(name, value)
  requireFewParameters(merged.size)
  return merged
}
