import { parseAccountKey } from '../device/account-key.ts'

/** A terminal that isn't connected yet has no login, or 0. */
const NOT_CONNECTED = /^\s*0*\s*@/

/**
 * Whether a machine code is none: an empty one, `0`, which PHP takes for empty, and what an EA sends before its terminal is
 * connected (`0@Server`, `@Server`, `0@`).
 */
export function isNoMachine(markcode: string): boolean {
  const text = markcode.trim()
  return text === '' || text === '0' || NOT_CONNECTED.test(text) || isServerless(text)
}

/** `12345@`: the login is known before the server's name is. */
function isServerless(text: string): boolean {
  return /^\d+@\s*$/.test(text) && parseAccountKey(text) === undefined
}
