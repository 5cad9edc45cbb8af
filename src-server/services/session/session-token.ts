import { createHash, createHmac } from 'node:crypto'
import type { Random } from '../../contract/ports.ts'

/** 32 random bytes in base64url: the value of the cookie. */
export function makeToken(random: Random): string {
  return Buffer.from(random.bytes(32)).toString('base64url')
}

/** The stored form of a token: a person who reads the table can't sign in with it. */
export function digestToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** The CSRF token of a session. Only the holder of the session can know it; another site can't. */
export function csrfOf(token: string): string {
  return createHmac('sha256', token).update('csrf').digest('base64url')
}
