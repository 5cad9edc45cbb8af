/** The time for which a unit with many firings may hold the event loop, milliseconds: as long as a few pulses. */
const TURN_MS = 0.2
/** A busy event loop works so many times longer for others. */
const OTHERS = 6
/** A turn of the event loop that takes less had nothing to do, milliseconds. */
const IDLE_MS = 0.05

/**
 * Lets pulses be answered between the parts of a long unit of work. The unit keeps its transaction meanwhile. On a busy
 * server, the work takes at most a seventh of the time.
 */
export class Turns {
  #since = performance.now()

  /** Call it after each part of the work. */
  async next(): Promise<void> {
    const endedAt = performance.now()
    const taken = endedAt - this.#since
    if (taken < TURN_MS) return
    let now = endedAt
    let wasIdle = false
    while (!wasIdle && now - endedAt < OTHERS * taken) {
      await new Promise((resolve) => setImmediate(resolve))
      const then = performance.now()
      wasIdle = then - now < IDLE_MS
      now = then
    }
    this.#since = now
  }

  /** Does the work for all rows, a few at a time. */
  async through<T>(
    rows: readonly T[],
    atOnce: number,
    work: (some: readonly T[]) => Promise<void>,
  ): Promise<void> {
    for (let from = 0; from < rows.length; from += atOnce) {
      await work(rows.slice(from, from + atOnce))
      await this.next()
    }
  }
}
