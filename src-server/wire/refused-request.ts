/**
 * The beginning of a request up to the byte that Node's parser refuses, by the parser's error. These errors
 * arise only inside a request line: in the target, behind it, or in the version. No method ends with the name
 * of one of these methods, and a target has no space for the parser, so the method begins the request.
 */
const METHOD_AND_TARGET = '(?:DELETE|GET|HEAD|OPTIONS|PATCH|POST|PUT) +/[!-~]*'
const BEGINNINGS: ReadonlyMap<string, RegExp> = new Map([
  ['HPE_INVALID_URL', new RegExp(`${METHOD_AND_TARGET}[\\t\\r\\f]?$`)],
  ['HPE_INVALID_CONSTANT', new RegExp(`${METHOD_AND_TARGET} +[A-Z/]{0,5}$`)],
  ['HPE_INVALID_VERSION', new RegExp(`${METHOD_AND_TARGET} +HTTP/[0-9.]{0,3}[ \\r\\n]?$`)],
])
/** The server refuses longer heads anyway. */
const MOST_LINE_BYTES = 16 * 1024

/**
 * Finds the beginning of the request that the parser refused. The bytes before it in the packet belong to
 * requests that the parser has read, and are never read again: they may be a body that looks like a request.
 * @param at the number of bytes that the parser took from the packet
 * @returns undefined when the request began in an earlier packet, or isn't refused for its request line
 */
export function beginningOfRefused(packet: Uint8Array, code: string, at: number): number | undefined {
  const pattern = BEGINNINGS.get(code)
  if (pattern === undefined) return undefined
  const from = Math.max(0, at - MOST_LINE_BYTES)
  const bytes = Buffer.from(packet.buffer, packet.byteOffset, packet.byteLength)
  const found = pattern.exec(bytes.toString('latin1', from, at))
  return found === null ? undefined : from + found.index
}
