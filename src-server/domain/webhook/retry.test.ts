import { expect, it } from 'vitest'
import { pauseAfter, pauseOfWebhook, RETRY_SECONDS } from './retry.ts'

it('pauses grow, within a fifth of their length, and a day has a dozen attempts', () => {
  let at = 0
  let attempts = 1
  for (let failures = 1; at < RETRY_SECONDS; failures++) {
    const shortest = pauseAfter(failures, 0)
    const longest = pauseAfter(failures, 0.999)
    expect(longest / shortest).toBeLessThan(1.6)
    expect(pauseAfter(failures + 1, 0)).toBeGreaterThanOrEqual(shortest)
    at += pauseAfter(failures, 0.5)
    attempts++
  }
  expect(attempts).toBeGreaterThan(10)
  expect(attempts).toBeLessThan(20)
})

it('waits at least as long as the receiver asks, but no longer than an hour', () => {
  expect(pauseAfter(1, 0.5, 120)).toBe(120)
  expect(pauseAfter(1, 0.5, 86_400)).toBe(3600)
})

it('a webhook that fails again and again is asked every five minutes at most', () => {
  expect([1, 2].map(pauseOfWebhook)).toEqual([0, 0])
  expect([3, 4, 5, 6, 100].map(pauseOfWebhook)).toEqual([5, 15, 60, 300, 300])
})
