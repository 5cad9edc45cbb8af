import { describe, expect, it } from 'vitest'
import { whole } from '../rows/slices.ts'
import { equalTiles, gridFor, sizedTiles, type Tile } from './wall-layout.ts'

const area = (tiles: readonly Tile[]) => tiles.reduce((sum, tile) => sum + tile.width * tile.height, 0)
const isInside = (tile: Tile) =>
  tile.x >= 0 && tile.y >= 0 && tile.x + tile.width <= 1600.001 && tile.y + tile.height <= 800.001
const overlaps = (a: Tile, b: Tile) =>
  Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x) > 0.001 &&
  Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y) > 0.001

describe('equal tiles', () => {
  it.each([1, 10, 37, 1000, 50_000])('show all of %i accounts inside of the wall', (count) => {
    const tiles = whole(equalTiles(count, 1600, 800))
    expect(tiles).toHaveLength(count)
    expect(tiles.every(isInside)).toBe(true)
    expect(tiles.every(({ width, height }) => width >= 1 && height >= 1)).toBe(true)
  })

  it('fill a wall without a gap when the last row is full', () => {
    const { columns, rows } = gridFor(56, 1600, 800)
    expect(columns * rows).toBe(56)
    expect(area(whole(equalTiles(56, 1600, 800)))).toBe(1600 * 800)
  })

  it('are none for no account', () => {
    expect(whole(equalTiles(0, 1600, 800))).toEqual([])
  })
})

describe('tiles by equity', () => {
  it('fill the wall, overlap nowhere, and have areas as the values', () => {
    const values = [400, 300, 200, 100, 100, 50, 50]
    const tiles = whole(sizedTiles(values, 1600, 800))
    expect(area(tiles)).toBeCloseTo(1600 * 800, 3)
    expect(tiles.every(isInside)).toBe(true)
    expect(tiles.some((a, i) => tiles.some((b, k) => i < k && overlaps(a, b)))).toBe(false)
    const first = tiles[0]
    expect(first && (first.width * first.height) / (1600 * 800)).toBeCloseTo(400 / 1200, 6)
  })

  it('show accounts without equity, or with less than nothing', () => {
    const tiles = whole(sizedTiles([1000, 0, -50], 1600, 800))
    expect(tiles).toHaveLength(3)
    expect(tiles.every(({ width, height }) => width > 1 && height > 1)).toBe(true)
    expect(whole(sizedTiles([0, 0], 1600, 800))).toHaveLength(2)
    expect(whole(sizedTiles([], 1600, 800))).toEqual([])
  })

  it('are near squares', () => {
    const tiles = whole(
      sizedTiles(
        Array.from({ length: 500 }, (_, i) => 1000 / (1 + i / 50)),
        1600,
        800,
      ),
    )
    const ratios = tiles.map(({ width, height }) => Math.max(width / height, height / width))
    expect(ratios.toSorted((a, b) => a - b)[450]).toBeLessThan(2)
  })
})
