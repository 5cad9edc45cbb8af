import { expect, it } from 'vitest'
import { watchSleep } from './sleep-watch.ts'

it('a wall clock that went on alone is a sleep, told of once; slow looks and a clock that is set a little are none', () => {
  let [wall, steady] = [1_700_000_000_000, 500]
  const hasSlept = watchSleep(
    () => wall,
    () => steady,
  )
  const pass = (wallMs: number, steadyMs: number): boolean => {
    wall += wallMs
    steady += steadyMs
    return hasSlept()
  }
  expect(pass(1000, 1000)).toBe(false)
  expect(pass(3_600_000, 3_600_000)).toBe(false)
  expect(pass(3_600_000, 1000)).toBe(true)
  expect(pass(1000, 1000)).toBe(false)
  expect(pass(20_000, 1000)).toBe(false)
  expect(pass(-3_600_000, 1000)).toBe(false)
  expect(pass(1000, 1000)).toBe(false)
})
