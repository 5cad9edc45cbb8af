import { SLICE_ROWS, type Slices } from '../rows/slices.ts'

/** A place on the wall, px. */
export interface Tile {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** A tile is so many times wider than it is high, because its text is. */
const SHAPE = 1.6

/** The columns and rows of equal tiles that fill the area. */
export function gridFor(count: number, width: number, height: number): { columns: number; rows: number } {
  if (count === 0) return { columns: 1, rows: 1 }
  const ideal = Math.sqrt((count * width) / (height * SHAPE))
  const columns = Math.max(1, Math.min(count, Math.round(ideal)))
  return { columns, rows: Math.ceil(count / columns) }
}

/** Equal tiles, row by row. Edges are whole px, so that neighbours share them. */
export function* equalTiles(count: number, width: number, height: number): Slices<Tile[]> {
  const { columns, rows } = gridFor(count, width, height)
  const edge = (index: number, of: number, size: number) => Math.round((index * size) / of)
  const tiles: Tile[] = []
  for (let index = 0; index < count; index++) {
    const [column, row] = [index % columns, Math.floor(index / columns)]
    const [x, y] = [edge(column, columns, width), edge(row, rows, height)]
    tiles.push({ x, y, width: edge(column + 1, columns, width) - x, height: edge(row + 1, rows, height) - y })
    if (index % SLICE_ROWS === 0) yield
  }
  return tiles
}

/** The largest ratio of the sides in a row of tiles: the squarified treemap of Bruls, Huizing and van Wijk. */
function worstRatio(sum: number, least: number, most: number, side: number): number {
  return Math.max((side ** 2 * most) / sum ** 2, sum ** 2 / (side ** 2 * least))
}

/** The smallest tile, as a share of the average one, so that every account is visible. */
const LEAST_SHARE = 0.05

/** Tiles whose areas are as the values, which fall. Nothing is smaller than a share of the average, so that all are visible. */
export function* sizedTiles(values: readonly number[], width: number, height: number): Slices<Tile[]> {
  const total = values.reduce((sum, value) => sum + Math.max(0, value), 0)
  const floor = total > 0 ? (total / values.length) * LEAST_SHARE : 1
  const raised = values.map((value) => Math.max(value, floor))
  const scale = (width * height) / raised.reduce((sum, value) => sum + value, 0)
  const tiles: Tile[] = []
  let free = { x: 0, y: 0, width, height }
  let start = 0
  while (start < raised.length) {
    const side = Math.min(free.width, free.height)
    const most = (raised[start] ?? 0) * scale
    let [end, sum] = [start + 1, most]
    let ratio = worstRatio(sum, most, most, side)
    for (; end < raised.length; end++) {
      const next = (raised[end] ?? 0) * scale
      const wider = worstRatio(sum + next, next, most, side)
      if (wider > ratio) break
      ratio = wider
      sum += next
    }
    const isWide = free.width >= free.height
    const depth = side === 0 ? 0 : sum / side
    let at = isWide ? free.y : free.x
    for (let index = start; index < end; index++) {
      const length = depth === 0 ? 0 : ((raised[index] ?? 0) * scale) / depth
      tiles.push(
        isWide
          ? { x: free.x, y: at, width: depth, height: length }
          : { x: at, y: free.y, width: length, height: depth },
      )
      at += length
    }
    free = isWide
      ? { ...free, x: free.x + depth, width: Math.max(0, free.width - depth) }
      : { ...free, y: free.y + depth, height: Math.max(0, free.height - depth) }
    start = end
    yield
  }
  return tiles
}
