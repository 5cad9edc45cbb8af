const LF = 0x0a
const CR = 0x0d
const SPACE = 0x20
const PERCENT = 0x25
const METHOD_AND_TARGET = /^[A-Z]+ /
const VERSION = / HTTP\/1\.\d$/

/** A head whose lines all end in a bare LF, from the request line to the empty one. */
const BARE_HEAD = /^\n*[A-Z]+ [^\r\n]* HTTP\/1\.\d\n(?:[^\r\n]+\n)*\n/
/** Longer heads are refused anyway. */
const MOST_HEAD_BYTES = 16 * 1024

/**
 * The packet as Node's parser takes it, where it is one that clients in the field send and other web servers take: with raw
 * bytes in its request line, or with a bare LF at the end of each line. Undefined where another reason made the parser refuse it.
 */
export function repairRequest(packet: Uint8Array): Uint8Array | undefined {
  const whole = endLines(packet)
  return encodeRawRequestLine(whole ?? packet) ?? whole
}

/**
 * Ends each line of the head with CRLF. Only where no line has one already and the head is whole: a server before this one that
 * takes a bare LF for a part of a header would have ended the request line in CRLF, and read another request than we.
 */
function endLines(packet: Uint8Array): Uint8Array | undefined {
  const bytes = Buffer.from(packet.buffer, packet.byteOffset, packet.byteLength)
  const head = BARE_HEAD.exec(bytes.toString('latin1', 0, MOST_HEAD_BYTES))?.[0]
  if (head === undefined) return undefined
  return Buffer.concat([Buffer.from(head.replaceAll('\n', '\r\n'), 'latin1'), bytes.subarray(head.length)])
}

/**
 * The packet with its request line made acceptable to Node's parser: clients in the field send raw UTF-8 or GBK bytes, and
 * spaces, in the URL. Every byte that the parser refuses there is percent-encoded; the rest stays as it is.
 * Undefined when the line isn't complete, isn't HTTP/1.x, or has no such byte, so that another reason made the parser refuse it.
 */
export function encodeRawRequestLine(packet: Uint8Array): Uint8Array | undefined {
  const bytes = Buffer.from(packet.buffer, packet.byteOffset, packet.byteLength)
  let start = 0
  while (bytes[start] === CR || bytes[start] === LF) start++
  const feed = bytes.indexOf(LF, start)
  if (feed < 0) return undefined
  const end = bytes[feed - 1] === CR ? feed - 1 : feed
  const line = bytes.toString('latin1', start, end)
  if (!METHOD_AND_TARGET.test(line) || !VERSION.test(line)) return undefined
  let first = start + line.indexOf(' ') + 1
  let last = start + line.lastIndexOf(' ')
  // The parser takes any number of spaces around the target, so these are no part of it.
  while (first < last && bytes[first] === SPACE) first++
  while (first < last && bytes[last - 1] === SPACE) last--
  const target = encodeTarget(bytes.subarray(first, last))
  return target && Buffer.concat([bytes.subarray(0, first), target, bytes.subarray(last)])
}

function encodeTarget(target: Uint8Array): Uint8Array | undefined {
  const encoded = Buffer.allocUnsafe(target.length * 3)
  let length = 0
  for (const byte of target) {
    if (isRefused(byte)) {
      encoded[length++] = PERCENT
      length += encoded.write(byte.toString(16).padStart(2, '0'), length, 'latin1')
    } else {
      encoded[length++] = byte
    }
  }
  return length === target.length ? undefined : encoded.subarray(0, length)
}

/** What llhttp refuses in a URL: control characters, the space, DEL, and everything beyond ASCII. */
function isRefused(byte: number): boolean {
  return byte <= SPACE || byte >= 0x7f
}
