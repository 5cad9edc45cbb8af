import { READINGS, type Reading } from '../contract/records/inspected-call.ts'
import { bytesOf, type Charset } from './charset.ts'
import { equalDigests, md5OfBytes } from './digests.ts'
import { readAsPhp } from './php-reading.ts'
import { readText } from './read-text.ts'
import type { Received } from './received.ts'

type Pair = readonly [string, string]
type SignOrder = 'received' | 'sorted'

/**
 * Never part of the signed text: the names of the call itself, and the cookies of the original's web site.
 */
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

/** The signature of a client that uses this character set, in lower-case hex. */
export function signature(
  pairs: Iterable<Pair>,
  appkey: string,
  order: SignOrder,
  charset: Charset = 'utf8',
): string {
  return md5OfBytes(bytesOf(signatureText(pairs, appkey, order), charset))
}

export interface SignatureMatch {
  readonly order: SignOrder
  readonly reading: Reading
}

/**
 * The order and the reading under which a client's signature is valid, or undefined. Ignores case, and blanks
 * around the signature. An ASCII call has one reading and needs one hash.
 */
export function findSignature(
  given: string,
  received: Received,
  appkey: string,
  order: SignOrder | 'either',
): SignatureMatch | undefined {
  const hex = given.trim().toLowerCase()
  const orders: readonly SignOrder[] = order === 'either' ? ['received', 'sorted'] : [order]
  for (const reading of READINGS) {
    const pairs = readAs(reading, received)
    if (pairs === undefined) continue
    for (const one of orders) {
      const text = signatureText(pairs, appkey, one)
      if (equalDigests(hex, md5OfBytes(isUtf8(reading) ? bytesOf(text) : text)))
        return { order: one, reading }
    }
  }
  return undefined
}

function isUtf8(reading: Reading): boolean {
  return reading === 'utf8' || reading === 'php_utf8'
}

/** Undefined when this reading equals an earlier one. */
function readAs(reading: Reading, received: Received): Iterable<Pair> | undefined {
  const { bytes, texts } = received
  switch (reading) {
    case 'bytes':
      return bytes
    case 'utf8':
      return texts === bytes ? undefined : texts
    case 'php':
      return readAsPhp(received)
    case 'php_utf8':
      return texts === bytes
        ? undefined
        : readAsPhp(received)?.map(([name, value]) => [readText(name), readText(value)])
  }
}
