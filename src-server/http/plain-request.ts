import { BoundedMap } from '../contract/bounded-map.ts'
import { MAX_BODY_BYTES } from '../contract/limits.ts'
import type { Encoding } from '../runtime/call.ts'
import type { Forwarded } from './client-address.ts'
import { acceptedEncoding } from './encoding.ts'

/** A GET or POST of api.php in the form that almost all clients send. */
export interface PlainRequest {
  readonly method: Method
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

type Method = 'GET' | 'POST'

/** node:http reads longer heads. */
export const MOST_HEAD_BYTES = 4096
/** Matches the method, the folder (optional) and the query. */
const LINE = /^(GET|POST) (?:\/[!"$->@-~]*)?\/api\.php\?([!"$-~]*) HTTP\/1\.([01])\r\n$/
/** Matches the headers and the empty line. Each line matches in one way only, so that no input makes the match slow. */
const HEADERS = /^((?:[A-Za-z0-9-]+:[ -~]*\r\n)+)\r\n$/
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

/** The first line of a head. */
interface RequestLine {
  readonly method: Method
  readonly query: string
  readonly isOld: boolean
}

/** The content of the headers. */
interface Frame extends Pick<PlainRequest, 'host' | 'origin' | 'forwarded' | 'encoding'> {
  /** The length of the body, bytes. Undefined without the header. */
  readonly length: number | undefined
  /** The client's wish for the connection. Undefined without the header. */
  readonly close: boolean | undefined
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
 * The number of remembered lines and of remembered headers, and the maximum length of each. Clients send few
 * different ones, again and again.
 */
const PARTS_KEPT = 1000
const LONGEST_KEPT = 1024

/** The head of a plain request whose body is not in the packet, or not all of it. */
export const UNFINISHED = 'unfinished'

/**
 * Reads packets that are exactly one complete plain request: visible ASCII in the head, one Host, one matching
 * Content-Length (which a GET may leave out), nothing before and nothing after. node:http reads such a packet
 * in the same way. For a packet that is the beginning of such a request, it returns UNFINISHED, and for any
 * other packet undefined, without a judgement.
 */
export class PlainRequestReader {
  readonly #lines = new BoundedMap<string, RequestLine>(PARTS_KEPT)
  /** By the text of the headers, with the empty line. */
  readonly #frames = new BoundedMap<string, Frame>(PARTS_KEPT)

  read(packet: Buffer): PlainRequest | typeof UNFINISHED | undefined {
    if (packet.length > MOST_HEAD_BYTES + MAX_BODY_BYTES) return undefined
    const text = packet.toString('latin1', 0, Math.min(packet.length, MOST_HEAD_BYTES))
    const end = text.indexOf('\r\n\r\n') + 4
    if (end < 4) return undefined
    const split = text.indexOf('\r\n') + 2
    const line = this.#lineOf(text.slice(0, split))
    if (line === undefined) return undefined
    const frame = this.#frameOf(text.slice(split, end))
    if (frame === undefined) return undefined
    const { method, query, isOld } = line
    const { length = method === 'GET' ? 0 : undefined, host, origin, forwarded, encoding } = frame
    // A connection of HTTP/1.0 ends with its answer. Many proxies speak it.
    if (length === undefined || length > MAX_BODY_BYTES || (isOld && frame.close === false)) return undefined
    const missing = length - (packet.length - end)
    if (missing !== 0) return missing > 0 ? UNFINISHED : undefined
    const close = isOld || (frame.close ?? false)
    return { method, query, body: packet.subarray(end), close, host, origin, forwarded, encoding }
  }

  /** A GET has its parameters in its line, so its lines rarely repeat. */
  #lineOf(text: string): RequestLine | undefined {
    const isKept = text.startsWith('POST') && text.length <= LONGEST_KEPT
    const known = isKept ? this.#lines.get(text) : undefined
    if (known !== undefined) return known
    const line = readLine(text)
    if (line !== undefined && isKept) this.#lines.set(flat(text), line)
    return line
  }

  #frameOf(text: string): Frame | undefined {
    const known = this.#frames.get(text)
    if (known !== undefined) return known
    const frame = readHeaders(text)
    // The headers of a proxy differ with each client. Kept, they would crowd out all others.
    if (frame !== undefined && frame.forwarded === undefined && text.length <= LONGEST_KEPT)
      this.#frames.set(flat(text), frame)
    return frame
  }
}

/** A copy that doesn't hold the text from which it was cut. */
function flat(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1')
}

function readLine(text: string): RequestLine | undefined {
  const parts = LINE.exec(text)
  if (parts === null) return undefined
  const [, method, query = '', minor] = parts
  return { method: method === 'GET' ? 'GET' : 'POST', query, isOld: minor === '0' }
}

/** @param text the headers with the empty line */
function readHeaders(text: string): Frame | undefined {
  const headers = HEADERS.exec(text)?.[1]
  return headers === undefined ? undefined : readFrame(headers)
}

/** @param headers lines that each end with CRLF */
function readFrame(headers: string): Frame | undefined {
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
  return host === undefined
    ? undefined
    : { length, close, host, origin: `http://${host}`, forwarded, encoding: acceptedEncoding(accepted) }
}

/** Joins a header that was sent twice, as node:http does. */
function withReport(forwarded: Forwarded, report: keyof Forwarded, value: string): Forwarded {
  const before = forwarded[report]
  return { ...forwarded, [report]: before === '' ? value : `${before}, ${value}` }
}
