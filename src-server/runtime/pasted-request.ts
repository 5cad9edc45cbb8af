import type { RawCall } from './call.ts'

/** Nobody sent it from anywhere. */
const PASTED_FROM = '127.0.0.1'

/**
 * Reads what people paste: a raw HTTP request, a URL, or a query alone.
 * @returns undefined for what is none of these
 */
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

/** As a client's library would have sent it: what can't stand in a request line is percent-encoded. */
function escapeRaw(query: string): string {
  return query.replaceAll(/[^\x21-\x7e]+/gu, (raw) => encodeURIComponent(raw.toWellFormed()))
}
