const LF = 0x0a
const CR = 0x0d
const SPACE = 0x20
const PERCENT = 0x25
const METHOD_AND_TARGET = /^[A-Z]+ /
const VERSION = / HTTP\/1\.\d$/

/** A head whose lines all end in a bare LF, from the request line to the empty line. */
const BARE_HEAD = /^\n*[A-Z]+ [^\r\n]* HTTP\/1\.\d\n(?:[^\r\n]+\n)*\n/
/** The server refuses longer heads anyway. */
const MOST_HEAD_BYTES = 16 * 1024

/**
 * Repairs a packet that Node's parser refuses, where deployed clients send such packets and other web servers
 * take them: raw bytes in the request line, or a bare LF at the end of each line.
 * @returns undefined when the parser refused it for another reason
 */
export function repairRequest(packet: Uint8Array): Uint8Array | undefined {
  const whole = endLines(packet)
  return encodeRawRequestLine(whole ?? packet) ?? whole
}

/**
 * Ends each line of the head with CRLF, but only in a complete head in which no line ends in CRLF. Otherwise
 * a proxy in front that takes a bare LF as a part of a header would have ended the request line at the CRLF,
 * and would have read another request than this server.
 */
function endLines(packet: Uint8Array): Uint8Array | undefined {
  const bytes = Buffer.from(packet.buffer, packet.byteOffset, packet.byteLength)
  const head = BARE_HEAD.exec(bytes.toString('latin1', 0, MOST_HEAD_BYTES))?.[0]
  if (head === undefined) return undefined
  return Buffer.concat([Buffer.from(head.replaceAll('\n', '\r\n'), 'latin1'), bytes.subarray(head.length)])
}

/**
 * Makes the request line of a packet acceptable to Node's parser. Deployed clients send raw UTF-8 or GBK
 * bytes, and spaces, in the URL. Percent-encodes every byte that the parser refuses there, and keeps the
 * rest.
 * @returns undefined when the line is incomplete, isn't HTTP/1.x, or has no such byte, so that the parser had
 * another reason
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
  // The parser takes any number of spaces around the target, so they don't belong to the target.
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

/**
 * The bytes that llhttp refuses in a URL: control characters, the space, DEL, and everything beyond ASCII.
 */
function isRefused(byte: number): boolean {
  return byte <= SPACE || byte >= 0x7f
}
