const UNKNOWN = 0x3f
const ASCII_END = 0x80
const LEADS = { first: 0x81, last: 0xfe }
const LINE_BREAK = 0x0a
/** What the decoder puts where it can't. */
const REPLACEMENT = 0xfffd
const TRAILS = { first: 0x40, last: 0xfe }

/** By UTF-16 code unit: the GBK bytes as one number, 0 for what GBK hasn't. Filled at the first use. */
let codes: Uint16Array | undefined

/** The GBK bytes of a text; what GBK hasn't becomes `?`, one for a surrogate pair. There is no encoder in the platform, only a decoder. */
export function encodeGbk(text: string): Uint8Array {
  codes ??= buildCodes()
  const bytes = new Uint8Array(text.length * 2)
  let length = 0
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit < ASCII_END) {
      bytes[length++] = unit
      continue
    }
    const code = codes[unit] ?? 0
    if (code > 0xff) bytes[length++] = code >> 8
    bytes[length++] = code === 0 ? UNKNOWN : code & 0xff
    if (isSurrogatePair(text, at)) at++
  }
  return bytes.subarray(0, length)
}

const decoder = new TextDecoder('gbk', { fatal: true })

/** Undefined for bytes that are no GBK. */
export function decodeGbk(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes)
  } catch {
    return undefined
  }
}

/** The decoder, read backwards, in one go. Of the two characters that have two codes the first code is the usual one. */
function buildCodes(): Uint16Array {
  const pairs = [ASCII_END]
  // A line break is never a trail byte, so that what doesn't decode can't swallow it.
  const bytes = [ASCII_END, LINE_BREAK]
  for (let lead = LEADS.first; lead <= LEADS.last; lead++) {
    for (let trail = TRAILS.first; trail <= TRAILS.last; trail++) {
      pairs.push(lead * 256 + trail)
      bytes.push(lead, trail, LINE_BREAK)
    }
  }
  const table = new Uint16Array(0x10000)
  for (const [index, text] of new TextDecoder('gbk').decode(Uint8Array.from(bytes)).split('\n').entries()) {
    const unit = text.length === 1 ? text.charCodeAt(0) : REPLACEMENT
    if (unit !== REPLACEMENT && table[unit] === 0) table[unit] = pairs[index] ?? 0
  }
  return table
}

function isSurrogatePair(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xd800 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00
}
