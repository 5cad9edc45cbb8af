/** Seconds between two deletions of old data. */
const FORGET_EVERY = 86_400
/** A clock that jumps ahead by more than this may be wrong, seconds. */
const LEAP = 86_400
/**
 * The server trusts such a clock only after this many seconds, because data deleted by a wrong clock doesn't
 * come back.
 */
const BELIEVED_AFTER = 3600

/**
 * The time according to the pulses, and the tasks that are due by it. The machine's clock may be set ahead
 * for a while and then back.
 */
export class PassingTime {
  #now = 0
  #forgetAt = 0

  /** Unix seconds. 0 before the first pulse. */
  get now(): number {
    return this.#now
  }

  /**
   * @param at the time of the newest pulse, Unix seconds; the first call gives that of the previous server's
   * last pulse
   */
  pass(at: number): void {
    const before = this.#now
    this.#now = at
    if (before > 0 && at - before > LEAP) this.#forgetAt = Math.max(this.#forgetAt, at + BELIEVED_AFTER)
    this.#forgetAt = Math.min(this.#forgetAt, at + FORGET_EVERY)
  }

  /** Whether it is due. Then not again for a while. */
  isForgettingDue(): boolean {
    if (this.#now < this.#forgetAt) return false
    this.#forgetAt = this.#now + FORGET_EVERY
    return true
  }

  /** Makes forgetting due, because the time to keep data has changed. */
  forgetSoon(): void {
    this.#forgetAt = 0
  }
}
