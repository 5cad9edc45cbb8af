import { marketOpenSince } from '../../contract/health.ts'

/** How the server watches an application's accounts for silence. Times are Unix seconds. */
export interface SilenceWatching {
  /** Silence before this time doesn't count: the server was off, or nobody watched. */
  readonly since: number
  /** Accounts whose last pulse is older had stopped long before, and are ignored. */
  readonly notBefore: number
}

/** The time in which terminals find a server again that was away, seconds. */
export const RETURN_SECONDS = 120
/** An account that was silent for longer than this when the watch began is no news, seconds. */
export const OLD_SILENCE_SECONDS = 86_400

/**
 * For how many seconds of an open market an account is silent whose last pulse came at `heardAt`. NaN when that is
 * unknown or doesn't count: the market is closed, or the account stopped long ago.
 */
export function silentFor(heardAt: number, watching: SilenceWatching, now: number): number {
  if (heardAt < watching.notBefore) return NaN
  const openSince = marketOpenSince(now)
  return openSince === undefined ? NaN : now - Math.max(heardAt, watching.since, openSince)
}

/**
 * Whether an account whose last pulse came at `heardAt` has been silent for `limit` seconds of an open
 * market, by the week of the currency market.
 * @param limit seconds, above 0
 */
export function isSilent(heardAt: number, limit: number, watching: SilenceWatching, now: number): boolean {
  // Most accounts pulsed just now.
  return now - heardAt >= limit && silentFor(heardAt, watching, now) >= limit
}
