import { MAX_CLOCK_AHEAD_SECONDS } from '../contract/limits.ts'

const NUMBER = /^\d+(?:\.\d*)?(?:e\+?\d+)?$/i
/** 13 digits. Longer numbers lie too far ahead in either unit. */
const FIRST_MILLISECONDS = 1e12

/**
 * Judges a client's `t` against the server's clock (protocol.md 3). Decimals and exponents are read (scripts print large
 * numbers as 1.7E9), 13 digits are milliseconds, and the whole second counts. A `t` that is there but empty or no number is expired.
 * `window` and `now` are seconds; a window of 0 switches the test off.
 */
export function judgeTime(t: string | undefined, window: number, now: number): 'ok' | 'missing' | 'expired' {
  if (window === 0) return 'ok'
  if (t === undefined) return 'missing'
  const sent = readSeconds(t.trim())
  if (sent === undefined) return 'expired'
  return now - sent > window || sent - now > MAX_CLOCK_AHEAD_SECONDS ? 'expired' : 'ok'
}

/** Unix seconds, whole; undefined for what is no number. */
export function readSeconds(text: string): number | undefined {
  if (!NUMBER.test(text)) return undefined
  const number = Number(text)
  return Math.floor(number >= FIRST_MILLISECONDS ? number / 1000 : number)
}
