import type { MachineClocks } from '../contract/ports.ts'

/**
 * Wall and steady clock may drift apart by this between two looks, milliseconds: a clock that is set by some seconds is no
 * sleep.
 */
const SLEPT_MS = 30_000
/** Chores look several times a second. So long without a look, the process was stopped, milliseconds. */
const STOPPED_MS = 5_000

/**
 * Detects that the server could not receive calls since the last look, by two clocks:
 * - In some systems the steady clock stands still while the machine sleeps, so the wall clock goes ahead of it. A paused
 *   virtual machine looks the same as soon as its wall clock is set.
 * - In others the steady clock goes on in sleep, as it does while a process is stopped (SIGSTOP, a debugger). Then there was
 *   no look for seconds by the steady clock itself.
 *
 * A clock that is set far ahead counts as a sleep too, and so does a loop that hung: neither does any harm.
 */
export function watchSleep({ wallMs, steadyMs }: MachineClocks): () => boolean {
  const apart = () => wallMs() - steadyMs()
  let before = apart()
  let looked: number | undefined
  return () => {
    const now = apart()
    const steady = steadyMs()
    const hasSlept = now - before > SLEPT_MS || steady - (looked ?? steady) > STOPPED_MS
    before = now
    looked = steady
    return hasSlept
  }
}
