/** At most so many in any span of that length. */
export interface PaceLimit {
  readonly most: number
  readonly spanMs: number
}

/** What the messenger's service allows (research/reliability.md 1.1): a recipient of a bot, and the bot. */
export const RECIPIENT_PACE: readonly PaceLimit[] = [{ most: 5, spanMs: 1000 }]
export const BOT_PACE: readonly PaceLimit[] = [
  { most: 50, spanMs: 1000 },
  { most: 1000, spanMs: 60_000 },
]

/** Nobody takes a time that is further ahead: such ones are from before the clock was set back, milliseconds. */
const AHEAD_MS = 20_000

/**
 * When messages left, or will leave, so that no span has more than the limits allow wherever it begins: a bucket that fills evenly
 * would let nearly twice as many through in one that begins with a full bucket. Times are Unix milliseconds, rising.
 */
export class Pace {
  readonly #limits: readonly PaceLimit[]
  readonly #longest: number
  readonly #times: number[]

  /** @param times when messages left before, the last one at the end */
  constructor(limits: readonly PaceLimit[], times: readonly number[] = []) {
    this.#limits = limits
    this.#longest = Math.max(...limits.map(({ most }) => most))
    this.#times = [...times]
  }

  /** One that begins where this one stands, and notes by itself from then on. */
  fork(): Pace {
    return new Pace(this.#limits, this.#times)
  }

  /** When the next one may leave, `now` or later. */
  next(now: number): number {
    const last = this.lastAt
    if (last === undefined || last > now + AHEAD_MS) return now
    return Math.max(
      // Behind those that were promised a time.
      last,
      now,
      ...this.#limits.map(({ most, spanMs }) => (this.#times.at(-most) ?? -Infinity) + spanMs),
    )
  }

  /** One leaves then, which `next` said: 20 s ahead at the most. */
  note(at: number): void {
    const last = this.lastAt
    if (last !== undefined && last > at) this.#times.length = 0
    this.#times.push(at)
    if (this.#times.length > this.#longest) this.#times.shift()
  }

  get lastAt(): number | undefined {
    return this.#times.at(-1)
  }
}
