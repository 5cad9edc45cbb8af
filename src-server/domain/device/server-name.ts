import { loginOf } from '../../contract/account-key.ts'
import { MAX_SERVER_NAME_LENGTH } from '../../contract/limits.ts'
import { SERVER_NAME } from './account-key.ts'

/** The same login on another server. */
export function onServer(accountKey: string, server: string): string {
  return `${loginOf(accountKey)}@${server}`
}

/** @returns the name without blanks at its ends, or undefined when no MT5 server can have this name */
export function parseServerName(text: string): string | undefined {
  const name = text.trim()
  return SERVER_NAME.test(name) && Array.from(name).length <= MAX_SERVER_NAME_LENGTH ? name : undefined
}
