import { describe, expect, it } from 'vitest'
import { MAX_EXTENSION_SECONDS } from '../../../src-server/contract/limits.ts'
import { daysBetween, MOST_DAYS, secondsOf } from './durations.ts'

const NOW = 1_700_000_000
const DAY = 86_400

describe('durations', () => {
  it("go up to the server's limit", () => {
    expect(secondsOf(MOST_DAYS)).toBe(MAX_EXTENSION_SECONDS)
  })

  it.each([
    [DAY, 1],
    [DAY - 1, 0],
    [0, 0],
    [20 * DAY - 1, 19],
    [20 * DAY, 20],
    [-1, 0],
  ])('%i s are %i whole days', (left, days) => {
    expect(daysBetween(NOW, NOW + left)).toBe(days)
  })
})
