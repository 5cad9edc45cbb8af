import { MAX_BODY_BYTES } from '../contract/limits.ts'
import type { Encoding } from '../runtime/call.ts'
import type { Forwarded } from './client-address.ts'
import { acceptedEncoding } from './encoding.ts'

/** A POST of api.php in the form that almost all clients send. */
export interface PlainRequest {
  /** The URL's query as received, without `?`. */
  readonly query: string
  readonly body: Uint8Array
  /** The client wants no further call on this connection. */
  readonly close: boolean
  /** The Host header as received. */
  readonly host: string
  /** The origin that the request addressed, as its Host header spells it. */
  readonly origin: string
  /** What a proxy reports. Undefined without such headers. */
  readonly forwarded: Forwarded | undefined
  /** The encoding in which the caller accepts a long answer. */
  readonly encoding: Encoding | undefined
}

/** node:http reads longer heads. */
const MOST_HEAD_BYTES = 4096
/**
 * Matches the folder (optional), the query and the headers. Each line matches in one way only, so that no
 * input makes the match slow.
 */
const HEAD =
  /^POST (?:\/[!"$->@-~]*)?\/api\.php\?([!"$-~]*) HTTP\/1\.([01])\r\n((?:[A-Za-z0-9-]+:[ -~]*\r\n)+)\r\n$/
const LENGTH = /^ *([0-9]{1,5}) *$/
/** Headers that change how a request is read or answered. node:http handles these requests. */
const OUT_OF_PLAIN: ReadonlySet<string> = new Set([
  'expect',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** The content of a head, except its own length. */
interface PlainHead extends Omit<PlainRequest, 'body'> {
  /** The length of the body, bytes. */
  readonly length: number
}

/** Headers in which proxies report their client. */
const REPORTS: ReadonlyMap<string, keyof Forwarded> = new Map([
  ['x-forwarded-for', 'for'],
  ['x-real-ip', 'realIp'],
  ['x-forwarded-host', 'host'],
  ['x-forwarded-proto', 'proto'],
])
const NOTHING_REPORTED: Forwarded = { for: '', realIp: '', host: '', proto: '' }

/**
 * The number of remembered heads, and the maximum length of each. Clients send few different heads, again and
 * again.
 */
const HEADS_KEPT = 1000
const LONGEST_KEPT = 1024

/**
 * Reads packets that are exactly one complete plain request: visible ASCII in the head, one Host, one
 * matching Content-Length, nothing before and nothing after. node:http reads such a packet in the same way.
 * For any other packet it returns undefined, without a judgement.
 */
export class PlainRequestReader {
  /** By the text of the head. */
  readonly #known = new Map<string, PlainHead>()

  read(packet: Buffer): PlainRequest | undefined {
    if (packet.length > MOST_HEAD_BYTES + MAX_BODY_BYTES) return undefined
    const text = packet.toString('latin1', 0, Math.min(packet.length, MOST_HEAD_BYTES))
    const end = text.indexOf('\r\n\r\n') + 4
    if (end < 4) return undefined
    const head = this.#known.get(text.slice(0, end)) ?? this.#learn(packet.toString('latin1', 0, end))
    if (head?.length !== packet.length - end) return undefined
    const { query, close, host, origin, forwarded, encoding } = head
    return { query, body: packet.subarray(end), close, host, origin, forwarded, encoding }
  }

  #learn(text: string): PlainHead | undefined {
    const head = readHead(text)
    // The heads of a proxy differ with each client. Kept, they would crowd out all others.
    if (head === undefined || head.forwarded !== undefined || text.length > LONGEST_KEPT) return head
    if (this.#known.size === HEADS_KEPT) this.#known.clear()
    this.#known.set(text, head)
    return head
  }
}

/** @param text the head with the empty line */
function readHead(text: string): PlainHead | undefined {
  const parts = HEAD.exec(text)
  if (parts === null) return undefined
  const [, query = '', minor = '', headers = ''] = parts
  const frame = readFrame(headers)
  if (frame === undefined || frame.length > MAX_BODY_BYTES) return undefined
  if (minor === '1') return { query, ...frame, close: frame.close ?? false }
  // A connection of HTTP/1.0 ends with its answer. Many proxies speak it.
  return frame.close === false ? undefined : { query, ...frame, close: true }
}

/** @param headers lines that each end with CRLF */
function readFrame(
  headers: string,
): (Omit<PlainHead, 'query' | 'close'> & { readonly close: boolean | undefined }) | undefined {
  let length: number | undefined
  let close: boolean | undefined
  let host: string | undefined
  let forwarded: Forwarded | undefined
  let accepted: string | undefined
  for (let start = 0, end = 0; start < headers.length; start = end + 2) {
    const colon = headers.indexOf(':', start)
    end = headers.indexOf('\r\n', colon)
    const name = headers.slice(start, colon).toLowerCase()
    if (name === 'host') {
      if (host !== undefined) return undefined
      host = headers.slice(colon + 1, end).trim()
    } else if (name === 'content-length') {
      const digits = LENGTH.exec(headers.slice(colon + 1, end))
      if (length !== undefined || digits === null) return undefined
      length = Number(digits[1])
    } else if (name === 'connection') {
      const wish = headers
        .slice(colon + 1, end)
        .trim()
        .toLowerCase()
      if (close !== undefined || (wish !== 'close' && wish !== 'keep-alive')) return undefined
      close = wish === 'close'
    } else if (OUT_OF_PLAIN.has(name)) return undefined
    else if (name === 'accept-encoding') {
      const value = headers.slice(colon + 1, end)
      accepted = accepted === undefined ? value : `${accepted},${value}`
    } else {
      const report = REPORTS.get(name)
      if (report !== undefined)
        forwarded = withReport(forwarded ?? NOTHING_REPORTED, report, headers.slice(colon + 1, end).trim())
    }
  }
  return host === undefined || length === undefined
    ? undefined
    : { length, close, host, origin: `http://${host}`, forwarded, encoding: acceptedEncoding(accepted) }
}

/** Joins a header that was sent twice, as node:http does. */
function withReport(forwarded: Forwarded, report: keyof Forwarded, value: string): Forwarded {
  const before = forwarded[report]
  return { ...forwarded, [report]: before === '' ? value : `${before}, ${value}` }
}
