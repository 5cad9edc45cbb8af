const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/
const BREAKS = /[\r\n\t]+/g

/**
 * Decodes base64 in either alphabet. A blank counts as a `+` that form encoding lost, line breaks are
 * ignored, and the padding is optional (docs/protocol.md 4).
 * @returns undefined for an empty or any other text
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
