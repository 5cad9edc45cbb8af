/** At most `most` messages in any span of this length. */
export interface RateLimit {
  readonly most: number
  readonly spanMs: number
}

/** The limits of the messenger's service: for each recipient of a bot, and for the bot. */
export const RECIPIENT_LIMITS: readonly RateLimit[] = [{ most: 5, spanMs: 1000 }]
export const BOT_LIMITS: readonly RateLimit[] = [
  { most: 50, spanMs: 1000 },
  { most: 1000, spanMs: 60_000 },
]

/**
 * No sender takes a time further ahead than this, milliseconds. Such times come from before the clock was set
 * back.
 */
const AHEAD_MS = 20_000

/**
 * Plans when messages leave, so that no span exceeds the limits, wherever it begins. A token bucket would let
 * nearly twice as many through in a span that begins with a full bucket. Times are Unix milliseconds,
 * ascending.
 */
export class RateLimiter {
  readonly #limits: readonly RateLimit[]
  readonly #longest: number
  readonly #times: number[]

  /** @param times when earlier messages left, the last one at the end */
  constructor(limits: readonly RateLimit[], times: readonly number[] = []) {
    this.#limits = limits
    this.#longest = Math.max(...limits.map(({ most }) => most))
    this.#times = [...times]
  }

  /** A copy with the present state that then counts separately. */
  fork(): RateLimiter {
    return new RateLimiter(this.#limits, this.#times)
  }

  /** When the next message may leave: `now` or later. */
  next(now: number): number {
    const last = this.lastAt
    if (last === undefined || last > now + AHEAD_MS) return now
    return Math.max(
      // After the messages that already have a time.
      last,
      now,
      ...this.#limits.map(({ most, spanMs }) => (this.#times.at(-most) ?? -Infinity) + spanMs),
    )
  }

  /** Records that a message leaves at a time from `next`, at most 20 s ahead. */
  note(at: number): void {
    const last = this.lastAt
    if (last !== undefined && last > at) this.#times.length = 0
    this.#times.push(at)
    if (this.#times.length > this.#longest) this.#times.shift()
  }

  /** The last message was answered at that time: the service may have counted it as late as that. */
  answered(at: number): void {
    const last = this.lastAt
    if (last !== undefined && at > last && at <= last + AHEAD_MS) this.#times[this.#times.length - 1] = at
  }

  get lastAt(): number | undefined {
    return this.#times.at(-1)
  }
}
