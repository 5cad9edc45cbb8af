import { expect, it } from 'vitest'
import { scrollInto, slotOf, windowOf } from './grid-window.ts'

it('the grid draws the visible rows and three beyond each edge', () => {
  expect(windowOf(2800, 560, 28, 5000)).toEqual({ first: 97, count: 26 })
})

it('the grid stays inside the existing rows', () => {
  expect(windowOf(0, 560, 28, 5000).first).toBe(0)
  expect(windowOf(140_000, 560, 28, 5000)).toEqual({ first: 4974, count: 26 })
  expect(windowOf(500, 560, 28, 4)).toEqual({ first: 0, count: 4 })
  expect(windowOf(0, 560, 28, 0)).toEqual({ first: 0, count: 0 })
})

it('the grid leaves a row in its element while the window moves over it', () => {
  const before = { first: 97, count: 26 }
  const after = { first: 98, count: 26 }
  for (let index = 98; index < 123; index++) expect(slotOf(index, after)).toBe(slotOf(index, before))
  const slots = Array.from({ length: 26 }, (_, offset) => slotOf(98 + offset, after))
  expect(new Set(slots).size).toBe(26)
})

it('the grid scrolls only as far as a row needs', () => {
  expect(scrollInto(5, 28, 140, 280)).toBeUndefined()
  expect(scrollInto(4, 28, 140, 280)).toBe(112)
  expect(scrollInto(15, 28, 140, 280)).toBe(168)
})
