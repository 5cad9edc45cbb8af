import { BoundedMap } from '../../contract/bounded-map.ts'
import type { Clock } from '../../contract/ports.ts'

interface Kept<T> {
  readonly until: number
  readonly answer: Promise<T>
}

/** Answers that are kept for a while. Callers who ask at the same time share one answer. */
export class KeptAnswers<T> {
  readonly #clock: Clock
  readonly #kept: BoundedMap<string, Kept<T>>

  constructor(clock: Clock, most: number) {
    this.#clock = clock
    this.#kept = new BoundedMap(most)
  }

  /** @param seconds how long the answer is kept */
  get(key: string, seconds: number, make: () => Promise<T>): Promise<T> {
    const now = this.#clock.now()
    const known = this.#kept.get(key)
    // A clock that was set back keeps nothing for longer.
    if (known !== undefined && now < known.until && now >= known.until - seconds) return known.answer
    const answer = make()
    this.#kept.set(key, { until: now + seconds, answer })
    answer.catch(() => this.#kept.delete(key))
    return answer
  }
}
