import { expect, it } from 'vitest'
import { isPaused } from './back-off.ts'

const NOW = 1_700_000_000_000

it.each([
  ['is over', NOW - 1, false],
  ['ends now', NOW, false],
  ['lasts', NOW + 1, true],
  ['is the longest possible', NOW + 3_600_000, true],
  ['is from before the clock was set back', NOW + 3_600_001, false],
])('a pause that %s', (_, until, lasts) => {
  expect(isPaused(until, NOW)).toBe(lasts)
})
