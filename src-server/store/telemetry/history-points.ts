import type { History, TrendQuery } from '../telemetry-store.ts'
import type { Rows } from './columns/columns.ts'
import { AT, pointOf, STEP_WIDTH, Steps } from './step-rows.ts'

/** The steps of a span as at most `points` points. @param tier the length of a step, seconds */
export function historyOf({ numbers, count }: Rows, tier: number, points: number): History {
  const each = Math.max(1, Math.ceil(count / points))
  const merged = new Steps()
  const row = new Float64Array(STEP_WIDTH)
  for (let index = 0; index < count; index++) {
    const at = index * STEP_WIDTH
    row.set(numbers.subarray(at, at + STEP_WIDTH))
    // Neighbours get the time of the first of them, and so become one.
    row[AT] = numbers[(index - (index % each)) * STEP_WIDTH + AT] ?? NaN
    merged.add(row, 0)
  }
  const rows = merged.rows
  return {
    seconds: tier * each,
    points: Array.from({ length: rows.count }, (_, index) => pointOf(rows.numbers, index * STEP_WIDTH)),
  }
}

/** Twice as many steps as parts, so that nearly every part has the end of a step. */
export function trendPoints(points: number): number {
  return points * 2
}

/** The equity at the end of each part of a span. NaN for a part without data. */
export function trendOf(history: History, { from, to, points }: TrendQuery): Float64Array {
  const part = (to - from) / points
  const trend = new Float64Array(points).fill(NaN)
  for (const { at, equity } of history.points) {
    const place = Math.max(0, Math.floor((at - from) / part))
    if (equity !== null && place < points) trend[place] = equity
  }
  return trend
}
