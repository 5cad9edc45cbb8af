import { expect, it } from 'vitest'

import { BackOff } from './back-off.ts'

it('doubles from a tenth of a second to half a minute', () => {
  const backOff = new BackOff()
  expect(Array.from({ length: 10 }, () => backOff.next(0))).toEqual([
    100, 200, 400, 800, 1_600, 3_200, 6_400, 12_800, 25_600, 30_000,
  ])
})

it('starts again from the beginning after a minute of service, and not before', () => {
  const backOff = new BackOff()
  backOff.next(0)
  expect(backOff.next(59_999)).toBe(200)
  expect(backOff.next(60_000)).toBe(100)
  expect(backOff.next(0)).toBe(200)
})

it('starts again from the beginning when the user starts the server', () => {
  const backOff = new BackOff()
  backOff.next(0)
  backOff.reset()
  expect(backOff.next(0)).toBe(100)
})
