import type { MachineClocks } from '../contract/ports.ts'

/** A wall clock that goes ahead of the steady one by more within one look is no drift, milliseconds. */
const DRIFT_MS = 250

/**
 * Milliseconds by a clock that never goes back and that goes on while the machine sleeps: for what is right for some seconds
 * only. A wall clock that is set ahead counts as a sleep, and then something is read once too often.
 */
export function sleeplessClock({ wallMs, steadyMs }: MachineClocks): () => number {
  let apart = wallMs() - steadyMs()
  let slept = 0
  return () => {
    const steady = steadyMs()
    const now = wallMs() - steady
    if (now - apart > DRIFT_MS) slept += now - apart
    apart = now
    return steady + slept
  }
}
