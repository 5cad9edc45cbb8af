/** How far the two clocks may drift apart between two looks, milliseconds: a clock that is set by seconds is no sleep. */
const SLEPT_MS = 30_000

/**
 * Whether the machine slept since the last look: its wall clock went on while the steady one stood still. A clock that was set far
 * ahead is taken for a sleep too, which does no harm.
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
