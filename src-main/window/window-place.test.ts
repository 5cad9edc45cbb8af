import fc from 'fast-check'
import { expect, it } from 'vitest'

import { clampPlace } from './window-place.ts'

const primary = { x: 0, y: 25, width: 1440, height: 875 }
const left = { x: -1920, y: 0, width: 1920, height: 1080 }
const place = { x: -1800, y: 100, width: 1200, height: 800, maximized: false, screen: '' }

it("keeps a window's place while its display exists", () => {
  expect(clampPlace(place, [primary, left])).toEqual(place)
})

it('moves it to the middle of the first display when its own is gone', () => {
  expect(clampPlace(place, [primary])).toEqual({ ...place, x: 120, y: 63 })
})

it('brings a window back whose title bar is above the screen', () => {
  expect(clampPlace({ ...place, x: 100, y: -300 }, [primary]).y).toBeGreaterThanOrEqual(25)
})

it('leaves a window that is mostly outside but can be dragged back', () => {
  const outside = { ...place, x: 1300, y: 400 }
  expect(clampPlace(outside, [primary])).toEqual(outside)
})

it('is no larger than its display, and no smaller than usable', () => {
  expect(clampPlace({ ...place, x: 0, y: 30, width: 5000, height: 4000 }, [primary])).toMatchObject({
    width: 1440,
    height: 875,
  })
  expect(clampPlace({ ...place, x: 0, y: 30, width: 5, height: 5 }, [primary])).toMatchObject({
    width: 900,
    height: 560,
  })
})

it('always leaves a title bar within reach', () => {
  const number = fc.integer({ min: -10_000, max: 10_000 })
  const size = fc.integer({ min: 1, max: 10_000 })
  fc.assert(
    fc.property(number, number, size, size, (x, y, width, height) => {
      const put = clampPlace({ x, y, width, height, maximized: false, screen: '' }, [primary, left])
      const isSeen = [primary, left].some(
        (area) =>
          put.x < area.x + area.width &&
          put.x + put.width > area.x &&
          put.y >= area.y - 24 &&
          put.y < area.y + area.height,
      )
      expect(isSeen).toBe(true)
    }),
  )
})
