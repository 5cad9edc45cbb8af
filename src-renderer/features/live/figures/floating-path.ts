import { createSparkRing, pushSpark, sparkPath } from '../rows/spark-ring.ts'

/** The last two minutes of the summed floating P/L as an SVG path, newest at the right edge. */
export function floatingPath(history: readonly number[], width: number, height: number): string {
  const ring = createSparkRing(Math.max(2, history.length))
  for (const value of history) pushSpark(ring, value)
  return sparkPath(ring, width, height)
}
