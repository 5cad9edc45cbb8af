import { parseAccountKey } from '../device/account-key.ts'
import type { Code } from './code.ts'

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

/**
 * Whether a machine is the bound one. Two machine codes are never one, except for a code that came over from the original:
 * that took white space, apostrophes, `*`, `^`, `./` and `../` out of a machine code before it stored it. So the code is
 * bound to what was left: `123456@XMGlobal-MT52` for the server `XMGlobal-MT5 2`.
 * @param bound the machine or the trading account of the code
 */
export function isSameMachine(
  { strippedMachine }: Pick<Code, 'strippedMachine'>,
  bound: string,
  sent: string,
): boolean {
  if (bound === sent) return true
  return bound !== '' && bound === strippedMachine && bound === sent.replaceAll(/[\s'*^]|\.\.?\//gu, '')
}

/** `12345@`: an EA knows the login before it knows the server's name. */
function isServerless(text: string): boolean {
  return /^\d+@\s*$/.test(text) && parseAccountKey(text) === undefined
}
