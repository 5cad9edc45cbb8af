import type { RawCall } from './call.ts'

/** A pasted request has no sender, so it gets the loopback address. */
const PASTED_FROM = '127.0.0.1'

/** Reads a pasted text: a raw HTTP request, a URL, or a query alone. @returns undefined for any other text */
export function readPastedRequest(text: string): RawCall | undefined {
  const [head = '', ...rest] = text.replaceAll('\r\n', '\n').trimStart().split('\n\n')
  const [first = ''] = head.split('\n')
  const line = /^([A-Z]{3,7}) +(\S.*?)(?: +HTTP\/1\.[01])?$/.exec(first.trim())
  const method = line?.[1] ?? 'GET'
  const target = line?.[2] ?? first.trim()
  const query = queryOf(target)
  if (query === undefined) return undefined
  const body = rest.join('\n\n').trimEnd()
  return {
    method: line === null && body !== '' ? 'POST' : method,
    query: escapeRaw(query),
    body: new TextEncoder().encode(body),
    ip: PASTED_FROM,
  }
}

function queryOf(target: string): string | undefined {
  const at = target.indexOf('?')
  if (at >= 0) return target.slice(at + 1).split('#')[0]
  return /^[\w.-]+=/.test(target) ? target : undefined
}

/** Percent-encodes, as a client's library does, every character that a request line can't hold. */
function escapeRaw(query: string): string {
  return query.replaceAll(/[^\x21-\x7e]+/gu, (raw) => encodeURIComponent(raw.toWellFormed()))
}
