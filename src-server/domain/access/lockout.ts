/** How sign-in failures lock a name. Times are Unix seconds. */
export interface Failures {
  readonly count: number
  /** Before this time the server judges no attempt, not even the right password. */
  readonly lockedUntil: number
  readonly lastAt: number
}

export const FREE_FAILURES = 5
const FIRST_LOCK_SECONDS = 60
const LONGEST_LOCK_SECONDS = 3600
/** Failures older than this don't count. */
export const FAILURE_MEMORY_SECONDS = 86_400

/**
 * A lock further ahead than the longest possible lock comes from before the clock was set back. It counts as
 * over, because it would last until that old date.
 */
export function isLocked(failures: Pick<Failures, 'lockedUntil'> | undefined, now: number): boolean {
  if (failures === undefined) return false
  const wait = failures.lockedUntil - now
  return wait > 0 && wait <= LONGEST_LOCK_SECONDS
}

/** From the fifth failure in a row on, each further failure doubles the wait. */
export function addFailure(failures: Failures | undefined, now: number): Failures {
  const count =
    failures === undefined || now - failures.lastAt > FAILURE_MEMORY_SECONDS ? 1 : failures.count + 1
  const steps = count - FREE_FAILURES
  const wait = steps < 0 ? 0 : Math.min(FIRST_LOCK_SECONDS * 2 ** steps, LONGEST_LOCK_SECONDS)
  return { count, lockedUntil: wait === 0 ? 0 : now + wait, lastAt: now }
}
