/**
 * The two clocks may drift apart by this between two calls, milliseconds: a clock that is set by some seconds is no
 * sleep.
 */
const SLEPT_MS = 30_000

/**
 * Detects that the machine slept since the last call: its wall clock went on while its steady clock did not. A clock
 * that is set far ahead counts as a sleep too, which does no harm.
 */
export function watchSleep(wallMs: () => number, steadyMs: () => number): () => boolean {
  const apart = () => wallMs() - steadyMs()
  let before = apart()
  return () => {
    const now = apart()
    const hasSlept = now - before > SLEPT_MS
    before = now
    return hasSlept
  }
}
