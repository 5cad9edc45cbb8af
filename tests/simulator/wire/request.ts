import type { Dialect } from './dialect.ts'
import type { Pair } from './signature.ts'

export interface WireRequest {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

function joinEncoded(pairs: readonly Pair[]): string {
  return pairs.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')
}

/** Unchanged, except for the two characters that would break the pair. */
function joinByHand(pairs: readonly Pair[]): string {
  return pairs
    .map(([name, value]) => `${name}=${value.replaceAll('%', '%25').replaceAll('&', '%26')}`)
    .join('&')
}

/**
 * An unescaped `+` arrives as a space, which the server restores; the signature of such a text can't be
 * right.
 */
function join(pairs: readonly Pair[], dialect: Dialect): string {
  return dialect.unescaped ? joinByHand(pairs) : joinEncoded(pairs)
}

function headersOf(dialect: Dialect, length: number | undefined): Record<string, string> {
  return {
    Accept: '*/*',
    'Accept-Encoding': 'gzip, deflate',
    'Accept-Language': dialect.language,
    'User-Agent': dialect.userAgent,
    ...(length !== undefined && dialect.contentType !== undefined
      ? { 'Content-Type': dialect.contentType }
      : {}),
    ...(length === undefined ? {} : { 'Content-Length': String(length) }),
  }
}

/** Dresses one call of `api` as a terminal sends it. */
export function dressRequest(
  api: string,
  app: number,
  pairs: readonly Pair[],
  dialect: Dialect,
): WireRequest {
  const base = `/api.php?api=${api}&app=${app}`
  if (dialect.body === 'get') {
    // The terminal encodes what an address can't contain, whether or not the program did.
    const path = `${base}&${joinEncoded(pairs)}`
    return { method: 'GET', path, headers: headersOf(dialect, undefined), body: Buffer.alloc(0) }
  }
  const text = dialect.body === 'json' ? JSON.stringify(Object.fromEntries(pairs)) : join(pairs, dialect)
  const body = Buffer.from(dialect.trailingNul ? `${text}\0` : text)
  return { method: 'POST', path: base, headers: headersOf(dialect, body.length), body }
}
