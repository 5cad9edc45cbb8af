/** How long a walk may hold the event loop before other calls get their turn, milliseconds. */
const TURN_MS = 8

/**
 * The rows of a long walk, with pauses in which the calls of EAs are answered. A unit of work that pauses keeps its
 * transaction: other writers wait for it, and readers see the data before it.
 */
export async function* withPauses<T>(rows: Iterable<T>): AsyncGenerator<T, void, undefined> {
  let since = performance.now()
  for (const row of rows) {
    yield row
    if (performance.now() - since < TURN_MS) continue
    await new Promise((resolve) => setImmediate(resolve))
    since = performance.now()
  }
}
