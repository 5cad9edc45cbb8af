/** Seconds between looks for minutes of accounts that fell silent. */
const ROLL_UP_EVERY = 30
/** Seconds between deletions of what is past its time. */
const FORGET_EVERY = 86_400
/** A clock that goes on by more than this at once may be wrong, seconds. */
const LEAP = 86_400
/** Only what it still says after so many seconds is believed: what is deleted by a wrong clock doesn't come back. */
const BELIEVED_AFTER = 3600

/** The time as what arrived says it, and what is due by it. The machine's clock may be set, ahead for a while and back again. */
export class PassingTime {
  #now = 0
  #rollUpAt = 0
  #forgetAt = 0

  /** Unix seconds; 0 before anything arrived. */
  get now(): number {
    return this.#now
  }

  /** @param at of what arrived last, Unix seconds; first of all of what a server before this one kept last */
  pass(at: number): void {
    const before = this.#now
    this.#now = at
    if (before > 0 && at - before > LEAP) this.#forgetAt = Math.max(this.#forgetAt, at + BELIEVED_AFTER)
    this.#rollUpAt = Math.min(this.#rollUpAt, at + ROLL_UP_EVERY)
    this.#forgetAt = Math.min(this.#forgetAt, at + FORGET_EVERY)
  }

  /** Whether it is time; then not again for a while. */
  isRollUpDue(): boolean {
    if (this.#now < this.#rollUpAt) return false
    this.#rollUpAt = this.#now + ROLL_UP_EVERY
    return true
  }

  /** As `isRollUpDue`. */
  isForgettingDue(): boolean {
    if (this.#now < this.#forgetAt) return false
    this.#forgetAt = this.#now + FORGET_EVERY
    return true
  }

  /** What is kept for how long has changed. */
  forgetSoon(): void {
    this.#forgetAt = 0
  }
}
