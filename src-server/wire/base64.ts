const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/
const BREAKS = /[\r\n\t]+/g

/**
 * The bytes of a base64 text in either alphabet. A blank is a `+` that a form lost, line breaks are ignored, and the padding
 * may be missing (protocol.md 4). Undefined for an empty text and for everything else.
 */
export function decodeBase64(text: string): Uint8Array | undefined {
  const whole = text.replaceAll(BREAKS, '').replaceAll(' ', '+')
  if (!BASE64.test(whole)) return undefined
  const digits = whole.indexOf('=') < 0 ? whole.length : whole.indexOf('=')
  return digits % 4 === 1 ? undefined : Buffer.from(whole, 'base64')
}

export function encodeBase64(text: string): string {
  return Buffer.from(text).toString('base64')
}
