interface Span {
  readonly from: number
  readonly used: number
}

/** Remembers so many keys before it drops those whose span is over. */
const SWEEP_AT = 10_000

/** Allows so many of something in so many seconds, counted in memory for each key. A span begins with the first one. */
export class Allowance {
  readonly #most: number
  readonly #seconds: number
  readonly #spans = new Map<string, Span>()
  readonly #before: Allowance | undefined

  /** @param before the counts to start with */
  constructor(most: number, seconds: number, before?: Allowance) {
    this.#most = most
    this.#seconds = seconds
    this.#before = before
  }

  /** Creates a copy. Both count separately from then on. */
  fork(): Allowance {
    return new Allowance(this.#most, this.#seconds, this)
  }

  /** Takes one. @returns false when none is left */
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

  /** Seconds until the next one is free; 0 where one is free now. */
  waitOf(key: string, now: number): number {
    const span = this.#current(key, now)
    return span === undefined || span.used < this.#most ? 0 : span.from + this.#seconds - now
  }

  /** Gives back one that had no effect. */
  giveBack(key: string, now: number): void {
    const span = this.#current(key, now)
    if (span !== undefined && span.used > 0) this.#spans.set(key, { ...span, used: span.used - 1 })
  }

  #current(key: string, now: number): Span | undefined {
    const span = this.#find(key)
    // A span that began later than now is from before the clock was set back. It would last until that time comes
    // again.
    return span !== undefined && Math.abs(now - span.from) < this.#seconds ? span : undefined
  }

  #find(key: string): Span | undefined {
    const before = this.#before
    return this.#spans.get(key) ?? (before === undefined ? undefined : before.#find(key))
  }

  /** Drops spans that are over. If all are in use, it drops the oldest half, so that memory is limited. */
  #sweep(now: number): void {
    for (const key of this.#spans.keys()) if (this.#current(key, now) === undefined) this.#spans.delete(key)
    let surplus = this.#spans.size - SWEEP_AT / 2
    for (const key of this.#spans.keys()) if (surplus-- > 0) this.#spans.delete(key)
  }
}
