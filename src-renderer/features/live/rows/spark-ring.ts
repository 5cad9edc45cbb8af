/** The last value of each part of a day, in a ring so that a new value costs one write. */
export interface SparkRing {
  readonly values: Float64Array
  /** Where the next value goes. */
  next: number
  /** How many of the places hold a value. */
  length: number
  /** The part of the newest value. */
  part: number
  /** The server's values of the parts before are in it. */
  isFilled: boolean
}

export const SPARK_POINTS = 40
/** Unix seconds of a day are divided into these parts. */
const DAY = 86_400

/** The part that a moment is in. @param at Unix seconds */
export function sparkPart({ values }: SparkRing, at: number): number {
  return Math.floor((at * values.length) / DAY)
}

/** The day that ends with the part of this moment, Unix seconds. */
export function sparkSpan(at: number, points = SPARK_POINTS): { from: number; to: number; points: number } {
  const seconds = DAY / points
  const to = (Math.floor(at / seconds) + 1) * seconds
  return { from: to - DAY, to, points }
}

export function createSparkRing(size: number = SPARK_POINTS): SparkRing {
  return { values: new Float64Array(size), next: 0, length: 0, part: 0, isFilled: false }
}

/** Takes the place of an earlier value of the same part. @param at Unix seconds */
export function placeSpark(ring: SparkRing, value: number, at: number): void {
  const part = sparkPart(ring, at)
  const size = ring.values.length
  if (ring.length > 0 && part <= ring.part) ring.values[(ring.next - 1 + size) % size] = value
  else pushSpark(ring, value)
  ring.part = Math.max(ring.part, part)
}

/** Puts the server's values before what came since. @param to the end of the last part, Unix seconds */
export function fillSpark(ring: SparkRing, given: readonly (number | null)[], to: number): void {
  const last = sparkPart(ring, to) - 1
  const newest = ring.length > 0 ? { value: sparkAt(ring, ring.length - 1), part: ring.part } : undefined
  ring.length = 0
  ring.isFilled = true
  for (const [index, value] of given.entries()) {
    const part = last - (given.length - 1 - index)
    if (value === null || (newest !== undefined && part >= newest.part)) continue
    pushSpark(ring, value)
    ring.part = part
  }
  if (newest === undefined) return
  pushSpark(ring, newest.value)
  ring.part = newest.part
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
