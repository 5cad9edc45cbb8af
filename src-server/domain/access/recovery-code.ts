import { createHash } from 'node:crypto'
import { toBase32 } from './totp.ts'

/** The number of recovery codes in one set. */
export const RECOVERY_CODES = 10
/** 80 bits each, so storing them needs neither a salt nor a slow hash. */
export const RECOVERY_CODE_BYTES = 10

/** Groups of four, for people to type: `abcd-efgh-ijkl-mnop`. */
export function writeRecoveryCode(bytes: Uint8Array): string {
  return (toBase32(bytes).toLowerCase().match(/.{4}/g) ?? []).join('-')
}

/** The digest that the server stores. Case, blanks and dashes don't count. */
export function digestRecoveryCode(text: string): string {
  const letters = text.toLowerCase().replace(/[^a-z2-7]/g, '')
  return createHash('sha256').update(letters).digest('hex')
}
