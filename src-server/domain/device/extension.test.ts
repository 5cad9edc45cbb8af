import { describe, expect, it } from 'vitest'
import { extendedEnd } from './extension.ts'

const FOREVER = 4_102_243_200
const NOW = 1_700_000_000

describe('extendedEnd', () => {
  it.each([
    ['counts from its end while it runs', NOW + 100, { seconds: 50 }, NOW + 150],
    ['counts from now when it has ended', NOW - 100, { seconds: 50 }, NOW + 50],
    ['counts from now in the second it ends', NOW, { seconds: 50 }, NOW + 50],
    ['never exceeds the permanent end', FOREVER - 10, { seconds: 50 }, FOREVER],
    ['up to a time', NOW + 100, { until: NOW + 500 }, NOW + 500],
    ['up to a time beyond the permanent end', NOW, { until: FOREVER + 5 }, FOREVER],
    ['never shortens', NOW + 100, { until: NOW + 99 }, 'longer'],
    ['refuses its present end', NOW + 100, { until: NOW + 100 }, 'longer'],
    ['a permanent end stays', FOREVER, { seconds: 1 }, 'permanent'],
    ['an end beyond the permanent one stays', FOREVER + 1, { until: FOREVER + 9 }, 'permanent'],
  ] as const)('%s', (_, vip, extension, expected) => {
    expect(extendedEnd(vip, extension, NOW)).toBe(expected)
  })
})
