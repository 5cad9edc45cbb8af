import { expect, it } from 'vitest'
import { sleeplessClock } from './sleepless-clock.ts'

it('a clock for what is right for seconds goes on in a sleep, and never back', () => {
  let wall = 1_700_000_000_000
  let steady = 500
  const clock = sleeplessClock({ wallMs: () => wall, steadyMs: () => steady })
  const begun = clock()
  const passed = (wallMs: number, steadyMs: number) => {
    wall += wallMs
    steady += steadyMs
    return clock() - begun
  }
  expect(passed(1000, 1000)).toBe(1000)
  expect(passed(3_600_000, 0)).toBe(3_601_000)
  expect(passed(-7_200_000, 500)).toBe(3_601_500)
  // The drift of two clocks is no sleep.
  for (let second = 0; second < 1000; second++) passed(1001, 1000)
  expect(passed(0, 0)).toBe(4_601_500)
})
