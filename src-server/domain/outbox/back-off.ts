import type { MessageKind } from '../../contract/outgoing-names.ts'

/** The first pause and the longest one, seconds. */
interface Pauses {
  readonly first: number
  readonly most: number
}

/**
 * Seconds until the second attempt, and at most between two. A mail server that defers a mail means minutes.
 */
const STEPS: Record<MessageKind, Pauses> = {
  messenger: { first: 1, most: 60 },
  channel: { first: 2, most: 300 },
  mail: { first: 60, most: 3600 },
}

/**
 * The pause after a number of failed attempts in a row: twice as long each time, and never shorter than the
 * service asked for.
 * @param failures 1 or more
 * @param retryAfter seconds
 * @returns seconds
 */
export function backOff(kind: MessageKind, failures: number, retryAfter = 0): number {
  return Math.max(doubled(STEPS[kind], failures), Math.min(Math.ceil(retryAfter), LONGEST_ASKED))
}

/** The pause after a number of failed attempts in a row, twice as long each time, seconds. @param failures 1 or more */
export function doubled({ first, most }: Pauses, failures: number): number {
  return Math.min(most, first * 2 ** Math.min(failures - 1, 30))
}

/** The longest pause that the service may ask for, seconds. */
const LONGEST_ASKED = 3600

/**
 * Whether a pause lasts. A pause longer than any possible one comes from before the clock was set back, and
 * would last until that old time. Unix milliseconds.
 */
export function isPaused(untilMs: number, nowMs: number): boolean {
  return untilMs > nowMs && untilMs - nowMs <= LONGEST_ASKED * 1000
}
