import { expect, it } from 'vitest'

import { BackOff } from './back-off.ts'

it('doubles from half a second to half a minute', () => {
  const backOff = new BackOff()
  expect(Array.from({ length: 8 }, () => backOff.next(0))).toEqual([
    500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000,
  ])
})

it('begins anew after a minute of service, not before', () => {
  const backOff = new BackOff()
  backOff.next(0)
  expect(backOff.next(59_999)).toBe(1_000)
  expect(backOff.next(60_000)).toBe(500)
  expect(backOff.next(0)).toBe(1_000)
})

it('begins anew when the user starts the server himself', () => {
  const backOff = new BackOff()
  backOff.next(0)
  backOff.reset()
  expect(backOff.next(0)).toBe(500)
})
