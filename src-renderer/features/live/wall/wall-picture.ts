import { percent } from '../../../subjects/figures/figures.ts'
import type { LiveRow } from '../rows/live-row.ts'
import { SLICE_ROWS, type Slices } from '../rows/slices.ts'
import { colourOf, readPalette } from './wall-colours.ts'
import type { Tile } from './wall-layout.ts'

/** px of the page: a smaller tile has no text. */
const TEXT = { width: 64, height: 34 }

/** Draws the tiles into memory, and the whole picture at once at its end. Texts are only on tiles with room for them. */
export function* drawWall(
  canvas: HTMLCanvasElement,
  rows: readonly LiveRow[],
  tiles: readonly Tile[],
  by: 'drawdown' | 'profit',
): Slices {
  const context = canvas.getContext('2d')
  if (context === null || canvas.width === 0 || canvas.height === 0) return
  const palette = readPalette(canvas)
  const image = context.createImageData(canvas.width, canvas.height)
  const points = new Uint32Array(image.data.buffer)
  const scale = window.devicePixelRatio
  const texts: (() => void)[] = []
  for (const [index, tile] of tiles.entries()) {
    if (index % SLICE_ROWS === 0) yield
    const row = rows[index]
    if (row === undefined) continue
    const [red, green, blue] = colourOf(row, by, palette)
    fill(points, canvas.width, tile, (255 << 24) | (blue << 16) | (green << 8) | red)
    if (tile.width < TEXT.width * scale || tile.height < TEXT.height * scale) continue
    // Dark text on bright tiles.
    const ink = red * 0.3 + green * 0.59 + blue * 0.11 > 140 ? '#101318' : '#ffffff'
    texts.push(() => {
      write(context, row, tile, ink, scale)
    })
  }
  context.putImageData(image, 0, 0)
  for (const text of texts) text()
}

/** A gap of one pixel parts the tiles, where they are large enough. */
function fill(points: Uint32Array, stride: number, tile: Tile, colour: number): void {
  const [left, top] = [Math.round(tile.x), Math.round(tile.y)]
  const gap = tile.width > 3 && tile.height > 3 ? 1 : 0
  const right = Math.round(tile.x + tile.width) - gap
  const bottom = Math.round(tile.y + tile.height) - gap
  for (let y = top; y < bottom; y++) points.fill(colour, y * stride + left, y * stride + right)
}

function write(
  context: CanvasRenderingContext2D,
  row: LiveRow,
  tile: Tile,
  ink: string,
  scale: number,
): void {
  const size = Math.min(34 * scale, tile.height / 2.6, tile.width / 4.2)
  context.fillStyle = ink
  context.textBaseline = 'top'
  context.font = `600 ${size}px "Inter Variable", sans-serif`
  context.fillText(percent(row.drawdown, 1), tile.x + 6 * scale, tile.y + 5 * scale, tile.width - 12 * scale)
  context.font = `${Math.max(10 * scale, size * 0.55)}px "Inter Variable", sans-serif`
  context.fillText(row.login, tile.x + 6 * scale, tile.y + 7 * scale + size, tile.width - 12 * scale)
}
