import { expect, it } from 'vitest'
import { alonePlaces } from './alone-points.ts'

it('finds points that no line joins: after a gap, and the only one', () => {
  expect(alonePlaces([1, 2, null, 3, null, null, 4])).toEqual([3, 6])
  expect(alonePlaces([5])).toEqual([0])
  expect(alonePlaces([])).toEqual([])
})
