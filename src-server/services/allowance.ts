interface Span {
  readonly from: number
  used: number
}

/** Keys remembered before those that are over are swept out. */
const SWEEP_AT = 10_000

/** So many of something in so many seconds, counted for each key in memory. A span begins with its first one. */
export class Allowance {
  readonly #most: number
  readonly #seconds: number
  readonly #spans = new Map<string, Span>()

  constructor(most: number, seconds: number) {
    this.#most = most
    this.#seconds = seconds
  }

  /** Takes one. @returns false when there is none left */
  take(key: string, now: number): boolean {
    if (this.isUsedUp(key, now)) return false
    const span = this.#current(key, now)
    if (span !== undefined) {
      span.used++
    } else {
      if (this.#spans.size >= SWEEP_AT) this.#sweep(now)
      this.#spans.set(key, { from: now, used: 1 })
    }
    return true
  }

  isUsedUp(key: string, now: number): boolean {
    return this.waitOf(key, now) > 0
  }

  /** Seconds until there is one again; 0 where there is. */
  waitOf(key: string, now: number): number {
    const span = this.#current(key, now)
    return span === undefined || span.used < this.#most ? 0 : span.from + this.#seconds - now
  }

  /** One that came to nothing. */
  giveBack(key: string, now: number): void {
    const span = this.#current(key, now)
    if (span !== undefined && span.used > 0) span.used--
  }

  #current(key: string, now: number): Span | undefined {
    const span = this.#spans.get(key)
    // One that began later than now is from before the clock was set back: it would last until the day it came from.
    return span !== undefined && Math.abs(now - span.from) < this.#seconds ? span : undefined
  }

  /** Those that are over go; where all are in use, the oldest half goes, so that memory has an end. */
  #sweep(now: number): void {
    for (const key of this.#spans.keys()) if (this.#current(key, now) === undefined) this.#spans.delete(key)
    let surplus = this.#spans.size - SWEEP_AT / 2
    for (const key of this.#spans.keys()) if (surplus-- > 0) this.#spans.delete(key)
  }
}
