import { expect, it } from 'vitest'
import { toleranceOf } from './tolerance.ts'

it.each([
  [1, 0],
  [49, 0],
  [50, 1],
  [10_000, 200],
])('of %i accounts, the number may change by %i', (accounts, tolerance) => {
  expect(toleranceOf(accounts)).toBe(tolerance)
})
