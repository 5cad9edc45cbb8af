import { expect, it } from 'vitest'
import { showDuration } from './duration.ts'

it.each([
  [0, '0 seconds'],
  [59, '59 seconds'],
  [3600, '1 hour'],
  [5400, '1 hour 30 minutes'],
  [90_061, '1 day 1 hour'],
])('%d seconds', (seconds, shown) => {
  expect(showDuration(seconds, 'en')).toBe(shown)
})
