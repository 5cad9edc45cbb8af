import { createHmac, timingSafeEqual } from 'node:crypto'

/** RFC 6238 with the defaults of authenticator apps: HMAC-SHA-1, six digits, steps of 30 seconds. */
const STEP_SECONDS = 30
const DIGITS = 6
/** How many steps a phone's clock may be off in either direction. */
const DRIFT = 1
/** 160 bits, the length of the digest (RFC 4226, section 4). */
export const TOTP_SECRET_BYTES = 20

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const ISSUER = 'Pulsekey'

/** RFC 4648 without padding, the form in which authenticators take keys. */
export function toBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => ALPHABET[parseInt(five.padEnd(5, '0'), 2)]).join('')
}

/** The inverse of `toBase32`. */
export function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)))
}

/** The code of a step, by RFC 4226's dynamic truncation. */
export function totpCode(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', secret).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 0x0f
  const number = digest.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0')
}

/**
 * The step of a code, when the code is valid around now and its step comes after the last accepted step. So
 * no code works twice.
 * @param secret base32
 * @param now Unix seconds
 */
export function acceptedStep(
  secret: string,
  code: string,
  now: number,
  lastStep: number,
): number | undefined {
  if (!isTotpCode(code)) return undefined
  const key = fromBase32(secret)
  const current = Math.floor(now / STEP_SECONDS)
  for (let step = current - DRIFT; step <= current + DRIFT; step++) {
    if (step > lastStep && timingSafeEqual(Buffer.from(totpCode(key, step)), Buffer.from(code))) return step
  }
  return undefined
}

/** Whether a text looks like an authenticator's code. Any other text may be a recovery code. */
export function isTotpCode(text: string): boolean {
  return /^[0-9]{6}$/.test(text)
}

/** The address in the QR code for authenticators. */
export function totpUri(name: string, secret: string): string {
  const label = `${ISSUER}:${encodeURIComponent(name)}`
  return `otpauth://totp/${label}?secret=${secret}&issuer=${ISSUER}&algorithm=SHA1&digits=${DIGITS}&period=${STEP_SECONDS}`
}
