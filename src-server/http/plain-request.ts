import { MAX_BODY_BYTES } from '../contract/limits.ts'

/** A POST of api.php in the form that almost all clients send. */
export interface PlainRequest {
  /** The URL's query as received, without `?`. */
  readonly query: string
  readonly body: Uint8Array
  /** The client wants no further call on this connection. */
  readonly close: boolean
  /** The origin that the request addressed, as its Host header spells it. */
  readonly origin: string
}

/** node:http reads longer heads. */
const MOST_HEAD_BYTES = 4096
/**
 * Matches the folder (optional), the query and the headers. Each line matches in one way only, so that no
 * input makes the match slow.
 */
const HEAD =
  /^POST (?:\/[!"$->@-~]*)?\/api\.php\?([!"$-~]*) HTTP\/1\.1\r\n((?:[A-Za-z0-9-]+:[ -~]*\r\n)+)\r\n$/
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
interface PlainHead {
  readonly query: string
  /** The length of the body, bytes. */
  readonly length: number
  readonly close: boolean
  readonly origin: string
}

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
    return { query: head.query, body: packet.subarray(end), close: head.close, origin: head.origin }
  }

  #learn(text: string): PlainHead | undefined {
    const head = readHead(text)
    if (head === undefined || text.length > LONGEST_KEPT) return head
    if (this.#known.size === HEADS_KEPT) this.#known.clear()
    this.#known.set(text, head)
    return head
  }
}

/** @param text the head with the empty line */
function readHead(text: string): PlainHead | undefined {
  const parts = HEAD.exec(text)
  if (parts === null) return undefined
  const [, query = '', headers = ''] = parts
  const frame = readFrame(headers)
  return frame === undefined || frame.length > MAX_BODY_BYTES ? undefined : { query, ...frame }
}

/** @param headers lines that each end with CRLF */
function readFrame(headers: string): Omit<PlainHead, 'query'> | undefined {
  let length: number | undefined
  let close: boolean | undefined
  let host: string | undefined
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
  }
  return host === undefined || length === undefined
    ? undefined
    : { length, close: close ?? false, origin: `http://${host}` }
}
