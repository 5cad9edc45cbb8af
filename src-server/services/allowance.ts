interface Span {
  readonly from: number
  readonly used: number
}

/** Keys remembered before those that are over are swept out. */
const SWEEP_AT = 10_000

/** So many of something in so many seconds, counted for each key in memory. A span begins with its first one. */
export class Allowance {
  readonly #most: number
  readonly #seconds: number
  readonly #spans = new Map<string, Span>()
  readonly #before: Allowance | undefined

  /** @param before what it begins with */
  constructor(most: number, seconds: number, before?: Allowance) {
    this.#most = most
    this.#seconds = seconds
    this.#before = before
  }

  /** One that begins where this one stands, and counts by itself from then on. */
  fork(): Allowance {
    return new Allowance(this.#most, this.#seconds, this)
  }

  /** Takes one. @returns false when there is none left */
  take(key: string, now: number): boolean {
    if (this.isUsedUp(key, now)) return false
    const { from, used } = this.#current(key, now) ?? { from: now, used: 0 }
    if (this.#spans.size >= SWEEP_AT && !this.#spans.has(key)) this.#sweep(now)
    this.#spans.set(key, { from, used: used + 1 })
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
    if (span !== undefined && span.used > 0) this.#spans.set(key, { ...span, used: span.used - 1 })
  }

  #current(key: string, now: number): Span | undefined {
    const span = this.#find(key)
    // One that began later than now is from before the clock was set back: it would last until the day it came from.
    return span !== undefined && Math.abs(now - span.from) < this.#seconds ? span : undefined
  }

  #find(key: string): Span | undefined {
    const before = this.#before
    return this.#spans.get(key) ?? (before === undefined ? undefined : before.#find(key))
  }

  /** Those that are over go; where all are in use, the oldest half goes, so that memory has an end. */
  #sweep(now: number): void {
    for (const key of this.#spans.keys()) if (this.#current(key, now) === undefined) this.#spans.delete(key)
    let surplus = this.#spans.size - SWEEP_AT / 2
    for (const key of this.#spans.keys()) if (surplus-- > 0) this.#spans.delete(key)
  }
}
