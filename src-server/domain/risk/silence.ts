import { marketOpenSince } from '../../contract/health.ts'

/** How an application's silent accounts are watched. Times are Unix seconds. */
export interface SilenceWatching {
  /** Silence before this doesn't count: the server wasn't there to hear, or nobody wanted to know. */
  readonly since: number
  /** Accounts whose last pulse is older were given up long before. */
  readonly notBefore: number
}

/** Terminals need so long to find a server that was away, seconds. */
export const RETURN_SECONDS = 120
/** Who was silent for longer than this when the watching began is no news, seconds. */
export const OLD_SILENCE_SECONDS = 86_400

/**
 * Whether an account that was heard last at `heardAt` is silent for `limit` seconds of an open market, by the currency market's week.
 * @param limit seconds, above 0
 */
export function isSilent(heardAt: number, limit: number, watching: SilenceWatching, now: number): boolean {
  // Most accounts were heard just now.
  if (now - heardAt < limit || heardAt < watching.notBefore || now - watching.since < limit) return false
  const openSince = marketOpenSince(now)
  return openSince !== undefined && now - openSince >= limit
}
