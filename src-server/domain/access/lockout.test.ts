import { describe, expect, it } from 'vitest'
import { addFailure, isLocked, type Failures } from './lockout.ts'

const NOW = 1_700_000_000

/** Failures in a row, each as soon as the lock ends. */
function fail(times: number): { failures: Failures; now: number } {
  let failures: Failures | undefined
  let now = NOW
  for (let i = 0; i < times; i++) {
    now = Math.max(now + 1, failures?.lockedUntil ?? 0)
    failures = addFailure(failures, now)
  }
  return { failures: failures!, now }
}

describe('lockout', () => {
  it.each([1, 2, 3, 4])('%d failures lock nothing', (times) => {
    const { failures, now } = fail(times)
    expect(isLocked(failures, now)).toBe(false)
  })

  it.each([
    [5, 60],
    [6, 120],
    [7, 240],
    [10, 1920],
    [11, 3600],
    [60, 3600],
  ])('%d failures lock for %d seconds, to the second', (times, wait) => {
    const { failures, now } = fail(times)
    expect(failures.lockedUntil - now).toBe(wait)
    expect(isLocked(failures, now + wait - 1)).toBe(true)
    expect(isLocked(failures, now + wait)).toBe(false)
  })

  it('forgets failures older than a day', () => {
    const { failures, now } = fail(8)
    expect(addFailure(failures, now + 86_400)).toMatchObject({ count: 9 })
    expect(addFailure(failures, now + 86_401)).toMatchObject({ count: 1, lockedUntil: 0 })
  })

  it('a lock ends when the clock was set back, instead of lasting until the old date', () => {
    const { failures } = fail(11)
    expect(isLocked(failures, failures.lockedUntil - 3600)).toBe(true)
    expect(isLocked(failures, failures.lockedUntil - 3601)).toBe(false)
  })

  it('without failures nothing is locked', () => {
    expect(isLocked(undefined, NOW)).toBe(false)
  })
})
