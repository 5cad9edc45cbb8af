import { HOTP, Secret, TOTP } from 'otpauth'

/** RFC 6238 with the defaults of authenticator apps: HMAC-SHA-1, six digits, steps of 30 seconds. */
const FORM = { algorithm: 'SHA1', digits: 6, period: 30 } as const
/** How many steps a phone's clock may be off in either direction. */
const DRIFT = 1
/** 160 bits, the length of the digest (RFC 4226, section 4). */
export const TOTP_SECRET_BYTES = 20

const ISSUER = 'Pulsekey'

/** RFC 4648 without padding, the form in which authenticators take keys. */
export function toBase32(bytes: Uint8Array): string {
  // A copy, because a Buffer's underlying memory holds more than its bytes.
  return new Secret({ buffer: Uint8Array.from(bytes).buffer }).base32
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
  // Anybody can compute the codes of an empty key, which a locked secret looks like.
  if (secret === '' || !isTotpCode(code)) return undefined
  const key = Secret.fromBase32(secret)
  const current = TOTP.counter({ ...FORM, timestamp: now * 1000 })
  for (let step = current - DRIFT; step <= current + DRIFT; step++) {
    const isRight = HOTP.validate({ ...FORM, secret: key, token: code, counter: step, window: 0 }) !== null
    if (step > lastStep && isRight) return step
  }
  return undefined
}

/** Whether a text has the form of an authenticator's code. Every other text may be a recovery code. */
export function isTotpCode(text: string): boolean {
  return /^[0-9]{6}$/.test(text)
}

/** The address in the QR code for authenticators. */
export function totpUri(name: string, secret: string): string {
  return new TOTP({ ...FORM, issuer: ISSUER, label: name, secret }).toString()
}
