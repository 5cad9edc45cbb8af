import { encode } from 'uqr'

/** The white border, in squares, that readers need around a code (ISO 18004). */
export const QUIET_ZONE = 4

export interface QrSquares {
  /** The number of squares on a side, with the border. */
  readonly size: number
  /** An SVG path over the dark squares, one unit wide each: a run in a row is one rectangle. */
  readonly path: string
}

/** The QR code of a text as a drawing. Throws RangeError when the text is too long (about 2,900 bytes). */
export function qrSquares(text: string): QrSquares {
  const { size, data } = encode(text, { ecc: 'M', border: 0 })
  return {
    size: size + 2 * QUIET_ZONE,
    path: data.flatMap((row, y) => runs(row).map((run) => rectangle(run, y))).join(''),
  }
}

interface Run {
  readonly from: number
  readonly length: number
}

function runs(row: readonly boolean[]): Run[] {
  const found: Run[] = []
  let from = 0
  for (const [x, dark] of [...row, false].entries()) {
    if (dark) continue
    if (x > from) found.push({ from, length: x - from })
    from = x + 1
  }
  return found
}

const rectangle = ({ from, length }: Run, y: number) =>
  `M${from + QUIET_ZONE} ${y + QUIET_ZONE}h${length}v1h-${length}z`
