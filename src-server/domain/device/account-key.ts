import { MAX_SERVER_NAME_LENGTH } from '../../contract/limits.ts'

/**
 * 1 to 20 digits without a leading zero. A program that converts a login to a too small type sends a minus or
 * a zero.
 */
const LOGIN = /^[1-9][0-9]{0,19}$/
/** Any text without `@` and control characters. */
export const SERVER_NAME = /^[^@\u0000-\u001f\u007f]+$/u

/**
 * The identity of a trading account: `account_key`, else `mt5_login` + `@` + `mt5_server`, else `markcode`
 * (docs/protocol.md 8).
 * @returns undefined for an invalid identity: the call answers 404, and no trial device is created
 */
export function findAccountKey(given: {
  readonly accountKey: string | undefined
  readonly login: string | undefined
  readonly server: string | undefined
  readonly markcode: string | undefined
}): string | undefined {
  const { login, server } = given
  const text = given.accountKey || (login && server ? `${login.trim()}@${server.trim()}` : given.markcode)
  return text === undefined ? undefined : parseAccountKey(text)
}

/** @returns the key in its normal form, or undefined when the text isn't `<trading_account>@<server>` */
export function parseAccountKey(text: string): string | undefined {
  const at = text.indexOf('@')
  if (at < 0) return undefined
  const login = text.slice(0, at).trim()
  const server = text.slice(at + 1).trim()
  if (!LOGIN.test(login) || !SERVER_NAME.test(server)) return undefined
  if (Array.from(server).length > MAX_SERVER_NAME_LENGTH) return undefined
  return `${login}@${server}`
}
