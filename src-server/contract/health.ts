/**
 * Whether an account pulses. Server and console use this one rule, so that a filter and a dot never disagree.
 *
 * - `live`: the last pulse is younger than two of the account's own pulse intervals;
 * - `late`: older than that, up to six intervals (at least a minute);
 * - `silent`: older still, while the market was open;
 * - `closed`: the pulses stopped when the market closed, which doesn't count as silence;
 * - `never`: no pulse yet.
 */
export const HEALTHS = ['live', 'late', 'silent', 'closed', 'never'] as const
export type Health = (typeof HEALTHS)[number]

/** The assumed seconds between pulses until two pulses have come. */
export const ASSUMED_PULSE_SECONDS = 10

const DAY = 86400
const WEEK = 7 * DAY
/**
 * The currency market closes on Friday and opens on Sunday, at 21:00 UTC in summer and 22:00 in winter. The
 * wider span is used.
 */
const CLOSES = 5 * DAY + 21 * 3600
const OPENS = WEEK + 22 * 3600

/** Seconds since Sunday 00:00 UTC. Unix time began on a Thursday. */
function weekSecond(at: number): number {
  return (at + 4 * DAY) % WEEK
}

/** The start of the weekend break around `at`, Unix seconds. Undefined while the market is open. */
export function marketClosedSince(at: number): number | undefined {
  const second = weekSecond(at)
  const inWeek = second < OPENS - WEEK ? second + WEEK : second
  return inWeek >= CLOSES && inWeek < OPENS ? at - (inWeek - CLOSES) : undefined
}

/** When the market last opened, Unix seconds. Undefined while it is closed. */
export function marketOpenSince(at: number): number | undefined {
  if (marketClosedSince(at) !== undefined) return undefined
  const second = weekSecond(at)
  const opened = OPENS - WEEK
  return at - (second >= opened ? second - opened : second + WEEK - opened)
}

/**
 * @param at the last pulse, Unix seconds, 0 for none
 * @param interval seconds between pulses, 0 for unknown
 */
export function healthOf(at: number, interval: number, now: number): Health {
  if (at === 0) return 'never'
  const every = interval > 0 ? interval : ASSUMED_PULSE_SECONDS
  const age = now - at
  if (age <= 2 * every) return 'live'
  const patience = Math.max(6 * every, 60)
  if (age <= patience) return 'late'
  const closedSince = marketClosedSince(now)
  return closedSince !== undefined && at >= closedSince - patience ? 'closed' : 'silent'
}
