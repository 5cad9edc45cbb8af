import { expect, it } from 'vitest'
import { shortAge } from './ages.ts'

const units = { second: 's', minute: 'm', hour: 'h', day: 'd' }

it.each([
  [-3, '0s'],
  [0, '0s'],
  [59.9, '59s'],
  [60, '1m'],
  [3599, '59m'],
  [3600, '1h'],
  [86399, '23h'],
  [86400 * 12 + 5, '12d'],
])('%s seconds are %s', (seconds, text) => {
  expect(shortAge(seconds, units)).toBe(text)
})
