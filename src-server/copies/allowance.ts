import { BoundedMap } from '../contract/bounded-map.ts'

/** @param placed called with the place of this take among the takes of all copies; with 0 where nobody else counts it */
type Counted = (key: string, from: number, added: 1 | -1, placed?: (place: number) => void) => void

interface Span {
  readonly from: number
  readonly used: number
  /** The moment of the shared count that this one goes on from. */
  readonly at?: number
}

/** The maximum number of keys. In a flood of keys, those whose span began the longest ago go: most of them are over. */
const MOST_KEYS = 20_000

/**
 * Allows so many of something in so many seconds, counted in memory for each key. A span begins with the first one. Each
 * call has a constant cost, however many keys there are.
 */
export class Allowance {
  readonly #most: number
  readonly #seconds: number
  /** The span that began first comes first. */
  readonly #spans = new BoundedMap<string, Span>(MOST_KEYS)
  readonly #before: Allowance | undefined
  readonly #counted: Counted | undefined

  /**
   * @param before the counts to start with
   * @param counted called with each change of a count: the begin of the span, and 1 or -1
   */
  constructor(most: number, seconds: number, before?: Allowance, counted?: Counted) {
    this.#most = most
    this.#seconds = seconds
    this.#before = before
    this.#counted = counted
  }

  /** The keys in memory; a test compares them with the limit. */
  get size(): number {
    return this.#spans.size
  }

  /** Creates a copy. Both count separately from then on. */
  fork(): Allowance {
    return new Allowance(this.#most, this.#seconds, this)
  }

  /** Takes one. @param most another limit for this key @returns false when none is left */
  take(key: string, now: number, most = this.#most): boolean {
    if (this.isUsedUp(key, now, most)) return false
    this.#add(key, now)
    return true
  }

  /**
   * Takes one, when the copies of the server have taken fewer together. `take` asks this copy alone, which learns the takes
   * of others a moment later.
   * @param most another limit for this key @returns false when none is left
   */
  async takeTogether(key: string, now: number, most = this.#most): Promise<boolean> {
    if (this.#counted === undefined) return this.take(key, now, most)
    if (this.isUsedUp(key, now, most)) return false
    const place = await new Promise<number>((resolve) => {
      this.#add(key, now, resolve)
    })
    if (place > most) this.giveBack(key, now)
    return place <= most
  }

  /** The takes of a key in its last span. */
  usedOf(key: string): { readonly from: number; readonly used: number } | undefined {
    return this.#find(key)
  }

  isUsedUp(key: string, now: number, most = this.#most): boolean {
    return this.waitOf(key, now, most) > 0
  }

  /** Seconds until the next one is free; 0 where one is free now. */
  waitOf(key: string, now: number, most = this.#most): number {
    const span = this.#current(key, now)
    return span === undefined || span.used < most ? 0 : span.from + this.#seconds - now
  }

  /** Gives back one that had no effect. */
  giveBack(key: string, now: number): void {
    const span = this.#current(key, now)
    if (span === undefined || span.used === 0) return
    this.#put(key, { ...span, used: span.used - 1 })
    this.#counted?.(key, span.from, -1)
  }

  /**
   * Takes the count of a span that copies of the server share. A span of before is over.
   * @param at the moment of the count: an earlier one than the known one is ignored
   */
  learn(key: string, { from, used, at }: Required<Span>): void {
    const span = this.#find(key)
    if (span?.at !== undefined && at < span.at) return
    if (span !== undefined && from - span.from < this.#seconds) this.#put(key, { from, used, at })
    else this.#spans.set(key, { from, used, at })
  }

  #add(key: string, now: number, placed?: (place: number) => void): void {
    const span = this.#current(key, now)
    if (span === undefined) this.#spans.set(key, { from: now, used: 1 })
    else this.#put(key, { ...span, used: span.used + 1 })
    this.#counted?.(key, span?.from ?? now, 1, placed)
  }

  /** A fork has no entry of its own for a span of the original. */
  #put(key: string, span: Span): void {
    if (this.#spans.has(key)) this.#spans.replace(key, span)
    else this.#spans.set(key, span)
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
}
