import type { MarketState } from '../../contract/markets/market-week.ts'

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
 * The seconds of an open market for which an account is silent whose last pulse came at `heardAt`. NaN when that is
 * unknown or doesn't count: the market is closed, or the account stopped long ago.
 * @param market the market of the account's symbol
 */
export function silentFor(
  heardAt: number,
  watching: SilenceWatching,
  now: number,
  market: () => MarketState,
): number {
  if (heardAt < watching.notBefore || now < watching.since) return NaN
  const { isOpen, since } = market()
  return isOpen ? now - Math.max(heardAt, watching.since, since) : NaN
}

/**
 * Whether an account whose last pulse came at `heardAt` has been silent for `limit` seconds of an open
 * market.
 * @param limit seconds, above 0
 * @param market the market of the account's symbol, asked where the silence is long enough
 */
export function isSilent(
  heardAt: number,
  limit: number,
  watching: SilenceWatching,
  now: number,
  market: () => MarketState,
): boolean {
  // Most accounts pulsed just now.
  return now - heardAt >= limit && silentFor(heardAt, watching, now, market) >= limit
}
