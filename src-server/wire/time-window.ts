import { MAX_CLOCK_AHEAD_SECONDS } from '../contract/limits.ts'

const NUMBER = /^\d+(?:\.\d*)?(?:e\+?\d+)?$/i
/** A number with 13 digits is milliseconds. A longer number lies too far ahead in either unit. */
const FIRST_MILLISECONDS = 1e12

/**
 * Compares a client's `t` with the server's clock (docs/protocol.md 3). Reads decimals and exponents (scripts
 * print large numbers as 1.7E9), takes 13 digits as milliseconds, and rounds down to the second. A `t` that
 * is empty or no number is expired. `window` and `now` are seconds. A window of 0 switches the check off.
 */
export function judgeTime(t: string | undefined, window: number, now: number): 'ok' | 'missing' | 'expired' {
  if (window === 0) return 'ok'
  if (t === undefined) return 'missing'
  const sent = readSeconds(t.trim())
  if (sent === undefined) return 'expired'
  return now - sent > window || sent - now > MAX_CLOCK_AHEAD_SECONDS ? 'expired' : 'ok'
}

/** Whole Unix seconds. Undefined for a text that is no number. */
export function readSeconds(text: string): number | undefined {
  if (!NUMBER.test(text)) return undefined
  const number = Number(text)
  return Math.floor(number >= FIRST_MILLISECONDS ? number / 1000 : number)
}
