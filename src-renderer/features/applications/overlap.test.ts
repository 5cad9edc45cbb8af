import { describe, expect, it } from 'vitest'
import { timeLeft } from './overlap.ts'

describe('timeLeft', () => {
  it.each([
    [1, { days: 0, hours: 0, minutes: 0, seconds: 1 }],
    [3599, { days: 0, hours: 0, minutes: 59, seconds: 59 }],
    [90_061, { days: 1, hours: 1, minutes: 1, seconds: 1 }],
    [30 * 86_400, { days: 30, hours: 0, minutes: 0, seconds: 0 }],
  ])('%i seconds are shown', (left, expected) => {
    expect(timeLeft(1_700_000_000 + left, 1_700_000_000)).toEqual(expected)
  })

  it.each([0, -1])('%i is over', (left) => {
    expect(timeLeft(100 + left, 100)).toBeUndefined()
  })
})
