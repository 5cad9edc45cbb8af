import { parseAccountKey } from '../device/account-key.ts'

/** A terminal that isn't connected yet has no login, or login 0. */
const NOT_CONNECTED = /^\s*0*\s*@/

/**
 * Whether a machine code names no machine: an empty one, `0` (which PHP takes for empty), and the texts an EA
 * sends before its terminal is connected (`0@Server`, `@Server`, `0@`).
 */
export function isNoMachine(markcode: string): boolean {
  const text = markcode.trim()
  return text === '' || text === '0' || NOT_CONNECTED.test(text) || isServerless(text)
}

/** `12345@`: an EA knows the login before it knows the server's name. */
function isServerless(text: string): boolean {
  return /^\d+@\s*$/.test(text) && parseAccountKey(text) === undefined
}
