const DAY = 86400
const WEEK = 7 * DAY
/**
 * Seconds since Sunday 00:00 UTC between which the currency market is closed both in summer and in winter. It
 * closes on Friday and opens on Sunday, at 21:00 UTC in summer and 22:00 in winter.
 */
const CLOSED_FROM = 5 * DAY + 22 * 3600
const CLOSED_UNTIL = 21 * 3600

/** Unix time began on a Thursday. */
function weekSecond(at: number): number {
  return (at + 4 * DAY) % WEEK
}

/**
 * Whether the market is certainly closed, so that no program trades and an update may be installed without a
 * user.
 * @param at Unix seconds
 */
export function isMarketClosed(at: number): boolean {
  const second = weekSecond(at)
  return second >= CLOSED_FROM || second < CLOSED_UNTIL
}
