import { equalDigests } from './equal.ts'
import { md5Hex, type Charset } from './md5.ts'

type Pair = readonly [string, string]
type SignOrder = 'received' | 'sorted'

/** Never part of the signed text: the call's own names and the cookies of the original's web site (protocol.md 3). */
export const UNSIGNED_PARAMETERS: ReadonlySet<string> = new Set([
  'sign',
  'app',
  'api',
  'value',
  'PHPSESSID',
  'sec_defend',
  'sidenav-state',
])

/** `key=value&` for every signed pair, as received or with the keys sorted by code unit, then the appkey. */
export function signatureText(pairs: Iterable<Pair>, appkey: string, order: SignOrder): string {
  let text = ''
  for (const [name, value] of order === 'sorted' ? [...pairs].sort(byName) : pairs) {
    if (!UNSIGNED_PARAMETERS.has(name)) text += `${name}=${value}&`
  }
  return text + appkey
}

function byName([a]: Pair, [b]: Pair): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** Lower-case hex. */
export function signature(
  pairs: Iterable<Pair>,
  appkey: string,
  order: SignOrder,
  charset: Charset = 'utf8',
): string {
  return md5Hex(signatureText(pairs, appkey, order), charset)
}

/**
 * The order under which a client's signature is right, or undefined. Blanks around it and its case don't matter.
 * `pairs` is read once for each order tried, so it must be a collection and not a generator.
 */
export function findSignOrder(
  given: string,
  pairs: Iterable<Pair>,
  appkey: string,
  order: SignOrder | 'either',
  charset: Charset = 'utf8',
): SignOrder | undefined {
  const hex = given.trim().toLowerCase()
  const tried: readonly SignOrder[] = order === 'either' ? ['received', 'sorted'] : [order]
  return tried.find((one) => equalDigests(hex, signature(pairs, appkey, one, charset)))
}
