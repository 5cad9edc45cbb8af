import type { TypedAccount } from './state/draft.ts'

/**
 * The server's rule (docs/protocol.md 8): 1 to 20 digits without a leading zero, and a server without `@`.
 */
const LOGIN = /^[1-9][0-9]{0,19}$/
const SERVER = /^[^@\u0000-\u001f\u007f]{1,64}$/u

export type AccountPart = keyof TypedAccount

/** @returns the invalid part */
export function wrongPart({ login, server }: TypedAccount): AccountPart | undefined {
  if (!LOGIN.test(login.trim())) return 'login'
  return SERVER.test(server.trim()) ? undefined : 'server'
}

export function accountKeyOf({ login, server }: TypedAccount): string {
  return `${login.trim()}@${server.trim()}`
}

/** A person pastes the whole `123@Broker-Server`. @returns undefined for a text without `@` */
export function splitAccount(text: string): TypedAccount | undefined {
  const at = text.indexOf('@')
  return at < 0 ? undefined : { login: text.slice(0, at).trim(), server: text.slice(at + 1).trim() }
}
