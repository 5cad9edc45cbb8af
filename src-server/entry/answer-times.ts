/** The shortest time that has a bucket of its own, milliseconds. */
const LEAST_MS = 0.01
/** The buckets of a factor of two: a time is known to within a tenth. */
const STEPS = 8
const BUCKETS = 256

/** The times of answers: counts in buckets, so that a call costs the same at any rate. */
export class AnswerTimes {
  readonly #buckets = new Uint32Array(BUCKETS)
  #count = 0

  note(ms: number): void {
    const bucket = ms <= LEAST_MS ? 0 : Math.ceil(Math.log2(ms / LEAST_MS) * STEPS)
    const at = Math.min(bucket, BUCKETS - 1)
    this.#buckets[at] = (this.#buckets[at] ?? 0) + 1
    this.#count++
  }

  /** The time that a share of the answers did not exceed, milliseconds, and begins anew. null without an answer. */
  take(share: number): number | null {
    const wanted = Math.ceil(this.#count * share)
    let seen = 0
    const bucket = this.#buckets.findIndex((count) => (seen += count) >= wanted)
    const isEmpty = this.#count === 0
    this.#buckets.fill(0)
    this.#count = 0
    return isEmpty ? null : Math.round(LEAST_MS * 2 ** (bucket / STEPS) * 100) / 100
  }
}
