import { describe, expect, it } from 'vitest'
import { chooseTier } from './tiers.ts'

const DAY = 86_400

describe('chooseTier', () => {
  it.each([
    [3600, 500, 3600, 60],
    [3600, 60, 3600, 60],
    [3600, 59, 3600, 600],
    [DAY, 500, DAY, 600],
    [DAY, 2000, DAY, 60],
    [3600, 500, 3 * DAY, 600],
    [3600, 500, 22 * DAY, 3600],
    [3600, 500, 181 * DAY, 86_400],
    [3600, 500, 4000 * DAY, 86_400],
    [3000 * DAY, 10, 3000 * DAY, 86_400],
  ])('a span of %d s in %d points from %d s ago: steps of %d s', (span, points, age, tier) => {
    expect(chooseTier(span, points, age)).toBe(tier)
  })
})
