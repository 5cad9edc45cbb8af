/** A crash costs its callers next to nothing; what goes on crashing is soon left in peace. */
const FIRST_MS = 100
const LONGEST_MS = 30_000
const HEALTHY_MS = 60_000

/** How long to wait before the server is started again: doubling, until it has once stayed up for a minute. */
export class BackOff {
  #failures = 0

  /** @param servedMs how long the run that ended had served; 0 when it never came so far */
  next(servedMs: number): number {
    if (servedMs >= HEALTHY_MS) this.#failures = 0
    const delay = Math.min(FIRST_MS * 2 ** this.#failures, LONGEST_MS)
    this.#failures += 1
    return delay
  }

  reset(): void {
    this.#failures = 0
  }
}
