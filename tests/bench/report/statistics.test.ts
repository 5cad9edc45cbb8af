import { expect, test } from 'vitest'
import { describeGoal } from './goals.ts'
import { median, quantile } from './statistics.ts'

test('medians and quantiles are right', () => {
  expect(median([3, 1, 2])).toBe(2)
  expect(median([4, 1, 2, 3])).toBe(2.5)
  const hundred = Array.from({ length: 100 }, (_, at) => at)
  expect(quantile(hundred, 0.5)).toBe(50)
  expect(quantile(hundred, 0.99)).toBe(99)
  expect(quantile([7], 0.99)).toBe(7)
})

test('a goal passes on its bound and fails without a measurement', () => {
  const goal = { text: 'speed', bound: 0.8, kind: 'at least' as const }
  expect(describeGoal({ ...goal, measured: 0.8 })).toMatch(/^pass/)
  expect(describeGoal({ ...goal, measured: 0.79 })).toMatch(/^FAIL/)
  expect(describeGoal({ ...goal, measured: NaN })).toMatch(/^FAIL/)
  expect(describeGoal({ ...goal, kind: 'at most', measured: 0.9 })).toMatch(/^FAIL/)
})
