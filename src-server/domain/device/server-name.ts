import { MAX_SERVER_NAME_LENGTH } from '../../contract/limits.ts'
import { SERVER_NAME } from './account-key.ts'

/** The login part of an account key. */
export function loginOf(accountKey: string): string {
  return accountKey.slice(0, accountKey.indexOf('@'))
}

/** The server part of an account key. Case and spaces count. */
export function serverOf(accountKey: string): string {
  return accountKey.slice(accountKey.indexOf('@') + 1)
}

/** The same login on another server. */
export function onServer(accountKey: string, server: string): string {
  return `${loginOf(accountKey)}@${server}`
}

/** @returns the name without blanks at its ends, or undefined when no MT5 server can have this name */
export function parseServerName(text: string): string | undefined {
  const name = text.trim()
  return SERVER_NAME.test(name) && Array.from(name).length <= MAX_SERVER_NAME_LENGTH ? name : undefined
}
