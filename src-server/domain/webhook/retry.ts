/** Seconds between the attempts of one event; the last pause repeats. */
const PAUSES = [5, 15, 60, 300, 900, 1800, 3600, 7200, 14_400] as const
/** Attempts go on for so long after the first one. A webhook that fails for so long is suspended. */
export const RETRY_SECONDS = 86_400
/** A pause differs from the table by so much at most, so that events that failed together don't return together. */
const JITTER = 0.2
/** The longest pause that a receiver may ask for, seconds. */
const LONGEST_ASKED = 3600

/**
 * Seconds until the next attempt.
 * @param failures of this event, 1 or more
 * @param chance 0 ≤ chance < 1
 * @param asked the pause that the answer asks for, seconds
 */
export function pauseAfter(failures: number, chance: number, asked = 0): number {
  const base = PAUSES[Math.min(failures, PAUSES.length) - 1] ?? PAUSES[0]
  const own = Math.round(base * (1 - JITTER + 2 * JITTER * chance))
  return Math.max(1, own, Math.min(asked, LONGEST_ASKED))
}

/** Failures in a row from which on a webhook gets one event at a time. */
export const FAILURES_UNTIL_PROBES = 3
const PROBE_PAUSES = [5, 15, 60, 300] as const

/** Seconds until a webhook that fails again and again gets its next event, whatever the number that wait. */
export function pauseOfWebhook(failuresInARow: number): number {
  const over = failuresInARow - FAILURES_UNTIL_PROBES
  if (over < 0) return 0
  return PROBE_PAUSES[Math.min(over, PROBE_PAUSES.length - 1)] ?? 0
}
