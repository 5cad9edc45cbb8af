import { expect, it } from 'vitest'
import { watchSleep } from './sleep-watch.ts'

it('reports a sleep once when only the wall clock went on, and none after a slow call or a small change of the clock', () => {
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
