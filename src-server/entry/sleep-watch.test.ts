import { beforeEach, expect, it } from 'vitest'
import { watchSleep } from './sleep-watch.ts'

let wall: number
let steady: number
let hasSlept: () => boolean

beforeEach(() => {
  wall = 1_700_000_000_000
  steady = 500
  hasSlept = watchSleep({ wallMs: () => wall, steadyMs: () => steady })
  hasSlept()
})
function pass(wallMs: number, steadyMs: number): boolean {
  wall += wallMs
  steady += steadyMs
  return hasSlept()
}

it('reports a sleep in which the steady clock stood still, once', () => {
  expect(pass(250, 250)).toBe(false)
  expect(pass(3_600_000, 250)).toBe(true)
  expect(pass(250, 250)).toBe(false)
})

it('reports a sleep or a stop in which the steady clock went on, once', () => {
  expect(pass(3_600_000, 3_600_000)).toBe(true)
  expect(pass(250, 250)).toBe(false)
  expect(pass(7_000, 7_000)).toBe(true)
})

it('reports a pause that no clock noticed when the wall clock is set afterwards', () => {
  expect(pass(250, 250)).toBe(false)
  expect(pass(600_000, 250)).toBe(true)
})

it('reports no sleep after a slow turn, or a small or backward change of the clock', () => {
  expect(pass(4_000, 4_000)).toBe(false)
  expect(pass(20_000, 250)).toBe(false)
  expect(pass(-3_600_000, 250)).toBe(false)
  expect(pass(250, 250)).toBe(false)
})
