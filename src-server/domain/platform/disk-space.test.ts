import { expect, it } from 'vitest'
import { isDiskLow } from './disk-space.ts'

const MB = 1024 * 1024

it.each([
  [511 * MB, 0, true],
  [512 * MB, 0, false],
  [1511 * MB, 1000 * MB, true],
  [1512 * MB, 1000 * MB, false],
])('%i bytes free beside %i of data: low %s', (free, data, low) => {
  expect(isDiskLow(free, data)).toBe(low)
})
