/** The value of each character's hex digit, or -1. */
const DIGITS = Int8Array.from({ length: 128 }, (_, code) =>
  '0123456789abcdef'.indexOf(String.fromCharCode(code).toLowerCase()),
)

const NOTHING_ELSE = /^[0-9a-fA-F]+$/

/**
 * Decodes hex in either case. Ignores any other character, such as a trailing newline (docs/protocol.md 4).
 * @returns undefined for no digits or an odd number of digits. Buffer.from(…, 'hex') fits digits alone: it stops at
 * the first other character and reads U+0130 as 0.
 */
export function decodeHex(text: string): Uint8Array | undefined {
  if (NOTHING_ELSE.test(text)) return text.length % 2 === 0 ? Buffer.from(text, 'hex') : undefined
  const bytes = new Uint8Array(text.length >> 1)
  let digits = 0
  let high = 0
  for (let at = 0; at < text.length; at++) {
    const digit = DIGITS[text.charCodeAt(at)] ?? -1
    if (digit < 0) continue
    if (digits % 2 === 0) high = digit << 4
    else bytes[digits >> 1] = high | digit
    digits++
  }
  return digits === 0 || digits % 2 === 1 ? undefined : bytes.subarray(0, digits >> 1)
}

/** Lower-case hex. */
export function encodeHex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')
}
