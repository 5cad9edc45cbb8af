import type { ReportRecord } from '../../src-server/contract/records/performance.ts'

/** A box of a drawing. */
export interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

export interface DrawnCurve {
  readonly equity: readonly (readonly [x: number, y: number])[]
  readonly balance: readonly (readonly [x: number, y: number])[]
  /** The times when money moved. */
  readonly moved: readonly number[]
  /** The lowest and the highest value, at the bottom and the top of the box. */
  readonly low: number
  readonly high: number
}

/** The curve of a report as points of a box. A curve without a range is in the middle. */
export function drawnCurve(curve: ReportRecord['curve'], box: Box): DrawnCurve {
  const values = curve.flatMap(({ equity, balance }) => [equity, balance])
  const low = values.reduce((least, value) => Math.min(least, value), Infinity)
  const high = values.reduce((most, value) => Math.max(most, value), -Infinity)
  const first = curve[0]?.at ?? 0
  const length = (curve.at(-1)?.at ?? 0) - first
  const x = (at: number) => box.left + (length > 0 ? ((at - first) / length) * box.width : box.width / 2)
  const y = (value: number) =>
    box.top + (high > low ? ((high - value) / (high - low)) * box.height : box.height / 2)
  return {
    equity: curve.map(({ at, equity }) => [x(at), y(equity)] as const),
    balance: curve.map(({ at, balance }) => [x(at), y(balance)] as const),
    moved: curve
      .filter(({ deposits, withdrawals }) => deposits > 0 || withdrawals > 0)
      .map(({ at }) => x(at)),
    low,
    high,
  }
}

/** The path of an SVG through points. */
export function pathOf(points: DrawnCurve['equity']): string {
  return points.map(([x, y], place) => `${place === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('')
}
