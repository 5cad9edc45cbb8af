/** How sign-in failures make a name wait (research/reliability.md 3.4). Times are Unix seconds. */
export interface Failures {
  readonly count: number
  /** No attempt is judged before this, not even the right password. */
  readonly lockedUntil: number
  readonly lastAt: number
}

const FREE_FAILURES = 5
const FIRST_LOCK_SECONDS = 60
const LONGEST_LOCK_SECONDS = 3600
/** Failures older than this are forgotten. */
export const FAILURE_MEMORY_SECONDS = 86_400

/** One further ahead than any wait is from before the clock was set back, and would last until the day it came from. */
export function isLocked(failures: Pick<Failures, 'lockedUntil'> | undefined, now: number): boolean {
  if (failures === undefined) return false
  const wait = failures.lockedUntil - now
  return wait > 0 && wait <= LONGEST_LOCK_SECONDS
}

/** After the fifth failure in a row the wait doubles with each further one. */
export function addFailure(failures: Failures | undefined, now: number): Failures {
  const count =
    failures === undefined || now - failures.lastAt > FAILURE_MEMORY_SECONDS ? 1 : failures.count + 1
  const steps = count - FREE_FAILURES
  const wait = steps < 0 ? 0 : Math.min(FIRST_LOCK_SECONDS * 2 ** steps, LONGEST_LOCK_SECONDS)
  return { count, lockedUntil: wait === 0 ? 0 : now + wait, lastAt: now }
}
