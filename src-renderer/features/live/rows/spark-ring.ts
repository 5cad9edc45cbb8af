/** The last values of one account's equity, in a ring so that a pulse costs one write. */
export interface SparkRing {
  readonly values: Float64Array
  /** Where the next value goes. */
  next: number
  /** How many of the places hold a value. */
  length: number
}

export const SPARK_POINTS = 40

export function createSparkRing(size: number = SPARK_POINTS): SparkRing {
  return { values: new Float64Array(size), next: 0, length: 0 }
}

export function pushSpark(ring: SparkRing, value: number): void {
  ring.values[ring.next] = value
  ring.next = (ring.next + 1) % ring.values.length
  if (ring.length < ring.values.length) ring.length++
}

/** @param age 0 is the oldest value kept */
function sparkAt(ring: SparkRing, age: number): number {
  const size = ring.values.length
  return ring.values[(ring.next - ring.length + age + size) % size] ?? 0
}

/** Whether the newest value is below the oldest: the line's colour. */
export function sparkFell(ring: SparkRing): boolean {
  return ring.length > 1 && sparkAt(ring, ring.length - 1) < sparkAt(ring, 0)
}

/**
 * An SVG path through the ring's values, oldest left, filling width × height with 2 px of room above and below.
 * Empty for fewer than two values.
 */
export function sparkPath(ring: SparkRing, width: number, height: number): string {
  if (ring.length < 2) return ''
  let low = Infinity
  let high = -Infinity
  for (let age = 0; age < ring.length; age++) {
    const value = sparkAt(ring, age)
    if (value < low) low = value
    if (value > high) high = value
  }
  const span = high - low
  const step = width / (ring.length - 1)
  let path = ''
  for (let age = 0; age < ring.length; age++) {
    const share = span === 0 ? 0.5 : (sparkAt(ring, age) - low) / span
    const y = height - 2 - share * (height - 4)
    path += `${age === 0 ? 'M' : 'L'}${(age * step).toFixed(1)} ${y.toFixed(1)}`
  }
  return path
}

/** The last two minutes of the summed floating P/L as an SVG path, newest at the right edge. */
export function floatingPath(history: readonly number[], width: number, height: number): string {
  const ring = createSparkRing(Math.max(2, history.length))
  for (const value of history) pushSpark(ring, value)
  return sparkPath(ring, width, height)
}
