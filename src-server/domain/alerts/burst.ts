/**
 * Alerts of one cause that follow one another: one application and kind, or one rule. Times are Unix seconds.
 */
export interface Burst {
  readonly startedAt: number
  /** The time of the last message. */
  readonly toldAt: number
  /** The trading accounts in all messages so far. */
  readonly accounts: number
  /** The messages since the burst became large. */
  readonly steps: number
  /** The worst level in any message so far. */
  readonly worst: number
}

/** The alerts of one cause that wait for a message. */
export interface Waiting {
  readonly firstAt: number
  /** The worst level, and the first alert of it. */
  readonly worst: number
  readonly worstAt: number
}

/** Alerts of the same moment gather for this time, seconds. */
const GATHER_SECONDS = 3
/** A burst with this number of accounts is large. */
const LARGE = 5
/** The time between two messages of a small burst, seconds. */
const SMALL_SECONDS = 10
/** The times between the messages of a large burst, seconds. The last one repeats. */
const LARGE_SECONDS = [60, 300, 900] as const

/** The time that a burst waits between its last message and the next one, seconds. */
function pauseOf({ accounts, steps }: Burst): number {
  if (accounts < LARGE) return SMALL_SECONDS
  return LARGE_SECONDS[Math.min(steps, LARGE_SECONDS.length) - 1] ?? SMALL_SECONDS
}

/** Whether the burst has ended: an alert now would begin another one. */
export function isOver(burst: Burst, now: number): boolean {
  return Math.abs(now - burst.toldAt) >= pauseOf(burst)
}

/**
 * When the waiting alerts become a message. A level worse than all before doesn't wait for the burst's next message.
 * @param burst undefined for none
 */
export function dueAt(burst: Burst | undefined, { firstAt, worst, worstAt }: Waiting): number {
  const gathered = firstAt + GATHER_SECONDS
  if (burst === undefined || isOver(burst, firstAt)) return gathered
  const next = Math.max(gathered, burst.toldAt + pauseOf(burst))
  return worst > burst.worst ? Math.min(next, worstAt + GATHER_SECONDS) : next
}

/** The burst after a message. @param burst undefined, or a burst that is over, for the first message */
export function withMessage(
  burst: Burst | undefined,
  { firstAt, worst }: Waiting,
  accounts: number,
  now: number,
): Burst {
  const before = burst === undefined || isOver(burst, firstAt) ? undefined : burst
  const all = (before?.accounts ?? 0) + accounts
  return {
    startedAt: before?.startedAt ?? firstAt,
    toldAt: now,
    accounts: all,
    steps: all < LARGE ? 0 : (before?.steps ?? 0) + 1,
    worst: Math.max(before?.worst ?? worst, worst),
  }
}
