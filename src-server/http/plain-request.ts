import { MAX_BODY_BYTES } from '../contract/limits.ts'

/** A POST of api.php as almost all clients send it. */
export interface PlainRequest {
  /** The URL's query as it came, without `?`. */
  readonly query: string
  readonly body: Uint8Array
  /** The client wants no other call on this connection. */
  readonly close: boolean
}

/** Longer heads are node:http's. */
const MOST_HEAD_BYTES = 4096
/** One way to match each line, so that no input makes it slow. */
const HEAD = /^POST \/api\.php\?([!"$-~]*) HTTP\/1\.1\r\n((?:[A-Za-z0-9-]+:[ -~]*\r\n)+)\r\n/
const LENGTH = /^ *([0-9]{1,5}) *$/
/** Headers that change how a request is read or answered: node:http's. */
const OUT_OF_PLAIN: ReadonlySet<string> = new Set([
  'expect',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/**
 * Reads a packet that is exactly one plain request, whole: visible ASCII in its head, one Host, one Content-Length that fits,
 * nothing before and nothing after. What it reads node:http reads alike; whatever else a packet is, it says undefined, and
 * judges nothing.
 */
export function readPlainRequest(packet: Buffer): PlainRequest | undefined {
  if (packet.length > MOST_HEAD_BYTES + MAX_BODY_BYTES) return undefined
  const head = HEAD.exec(packet.toString('latin1', 0, Math.min(packet.length, MOST_HEAD_BYTES)))
  if (head === null) return undefined
  const [whole, query = '', headers = ''] = head
  const frame = readFrame(headers)
  if (frame?.length !== packet.length - whole.length || frame.length > MAX_BODY_BYTES) return undefined
  return { query, body: packet.subarray(whole.length), close: frame.close }
}

/** @param headers lines that end with CRLF each */
function readFrame(headers: string): { length: number; close: boolean } | undefined {
  let length: number | undefined
  let close: boolean | undefined
  let host = false
  for (let start = 0, end = 0; start < headers.length; start = end + 2) {
    const colon = headers.indexOf(':', start)
    end = headers.indexOf('\r\n', colon)
    const name = headers.slice(start, colon).toLowerCase()
    if (name === 'host') {
      if (host) return undefined
      host = true
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
  return host && length !== undefined ? { length, close: close ?? false } : undefined
}
