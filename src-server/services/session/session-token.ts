import { createHash, createHmac } from 'node:crypto'
import type { Random } from '../../contract/ports.ts'

/** 32 random bytes, base64url: what the cookie holds. */
export function makeToken(random: Random): string {
  return Buffer.from(random.bytes(32)).toString('base64url')
}

/** What is stored of a token: who reads the table can't sign in with it. */
export function digestToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** The CSRF token of a session: known to whoever holds the session, and to no other site. */
export function csrfOf(token: string): string {
  return createHmac('sha256', token).update('csrf').digest('base64url')
}
