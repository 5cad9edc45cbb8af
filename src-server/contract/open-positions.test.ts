import fc from 'fast-check'
import { expect, it } from 'vitest'
import { openPositions } from './open-positions.ts'

it.each([
  [0, NaN, NaN, 0],
  [3, NaN, NaN, 3],
  [0, 1, 1, 0],
  [2, 0, 0, 2],
  [NaN, 0, 0, 0],
  [NaN, 1, 2, 3],
  [NaN, 0.1, 0.2, 0.1 + 0.2],
  [NaN, 2, NaN, 2],
  [NaN, NaN, 2, 2],
  [NaN, 0, NaN, NaN],
  [NaN, NaN, 0, NaN],
  [NaN, NaN, NaN, NaN],
  // As an earlier version stored it.
  [-1, 0, 0, 0],
  [-1, NaN, NaN, NaN],
  [NaN, -1, 1, 1],
])('positions %d, buy %d, sell %d: %d', (positions, buyPos, sellPos, open) => {
  expect(openPositions({ positions, buyPos, sellPos })).toBe(open)
})

it('is flat only when a program says so, and open only when it names a position', () => {
  const said = fc.constantFrom(NaN, -1, 0, 1, 7)
  fc.assert(
    fc.property(said, said, said, (positions, buyPos, sellPos) => {
      const open = openPositions({ positions, buyPos, sellPos })
      if (open === 0) expect(positions === 0 || (buyPos === 0 && sellPos === 0)).toBe(true)
      if (open > 0) expect(Math.max(positions || 0, buyPos || 0, sellPos || 0)).toBeGreaterThan(0)
      expect(open).not.toBeLessThan(0)
    }),
  )
})
