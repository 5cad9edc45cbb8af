import fc from 'fast-check'
import { expect, it } from 'vitest'
import { firstRows } from './first-rows.ts'

const upwards = (a: number, b: number) => a - b

it('equals sorting and cutting', () => {
  const rows = fc.array(fc.integer({ min: 0, max: 50 }))
  fc.assert(
    fc.property(rows, fc.integer({ min: 0, max: 20 }), (all, count) => {
      expect(firstRows(all, count, upwards)).toEqual(all.toSorted(upwards).slice(0, count))
    }),
  )
})

it('sorts everything when many rows are asked for', () => {
  const all = Array.from({ length: 3000 }, (_, n) => (n * 7919) % 3001)
  expect(firstRows(all, 2500, upwards)).toEqual(all.toSorted(upwards).slice(0, 2500))
})

it('keeps the order of rows that compare equal', () => {
  const rows = [2, 1, 2, 1].map((value, id) => ({ value, id }))
  expect(firstRows(rows, 3, (a, b) => a.value - b.value).map(({ id }) => id)).toEqual([1, 3, 0])
})
