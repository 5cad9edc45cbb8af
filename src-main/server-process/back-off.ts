/** After a single crash the server is back almost at once. After repeated crashes the pauses grow. */
const FIRST_MS = 100
const LONGEST_MS = 30_000
const HEALTHY_MS = 60_000

/** The pause before the next start: it doubles until a run has lasted a minute. */
export class BackOff {
  #failures = 0

  /** @param servedMs how long the ended run had served; 0 when it never started to serve */
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
