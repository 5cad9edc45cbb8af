import { describe, expect, it } from 'vitest'
import {
  createSparkRing,
  fillSpark,
  placeSpark,
  pushSpark,
  sparkFell,
  sparkPath,
  sparkSpan,
} from './spark-ring.ts'

function ringOf(size: number, values: number[]) {
  const ring = createSparkRing(size)
  for (const value of values) pushSpark(ring, value)
  return ring
}

describe('sparkPath', () => {
  it('draws nothing through fewer than two values', () => {
    expect(sparkPath(ringOf(3, []), 20, 14)).toBe('')
    expect(sparkPath(ringOf(3, [5]), 20, 14)).toBe('')
  })

  it('puts the lowest value at the bottom and the highest at the top, inside the 2 px of padding', () => {
    expect(sparkPath(ringOf(3, [10, 30, 20]), 20, 14)).toBe('M0.0 12.0L10.0 2.0L20.0 7.0')
  })

  it('drops the oldest value when the ring is full', () => {
    expect(sparkPath(ringOf(3, [999, 10, 30, 20]), 20, 14)).toBe('M0.0 12.0L10.0 2.0L20.0 7.0')
  })

  it('draws equal values as a line through the middle', () => {
    expect(sparkPath(ringOf(2, [7, 7]), 10, 14)).toBe('M0.0 7.0L10.0 7.0')
  })

  it('spreads a short line over the whole width', () => {
    expect(sparkPath(ringOf(5, [1, 2]), 40, 14)).toBe('M0.0 12.0L40.0 2.0')
  })
})

describe('sparkFell', () => {
  it('compares the newest value with the oldest stored one', () => {
    expect(sparkFell(ringOf(2, [1, 9, 8]))).toBe(true)
    expect(sparkFell(ringOf(3, [1, 9, 8]))).toBe(false)
    expect(sparkFell(ringOf(3, [4]))).toBe(false)
  })
})

describe('a day of a value', () => {
  const NOON = 1_795_608_000
  const HOUR = 3600
  /** Four parts of six hours. The path of a ring shows its values, oldest left. */
  const valuesOf = (ring: ReturnType<typeof createSparkRing>) =>
    Array.from({ length: ring.length }, (_, age) => ring.values[(ring.next - ring.length + age + 4) % 4])

  it('has the last value of each part', () => {
    const ring = createSparkRing(4)
    for (const [value, at] of [
      [1, 0],
      [2, 10],
      [3, 6 * HOUR],
      [4, 6 * HOUR + 1],
      [5, 30 * HOUR],
    ] as const)
      placeSpark(ring, value, NOON + at)
    expect(valuesOf(ring)).toEqual([2, 4, 5])
  })

  it('gets what the server has of earlier parts, and keeps what came since', () => {
    const ring = createSparkRing(4)
    placeSpark(ring, 9, NOON + 5)
    const { from, to } = sparkSpan(NOON, 4)
    expect([from, to]).toEqual([NOON - 18 * HOUR, NOON + 6 * HOUR])
    fillSpark(ring, [5, null, 7, 8], to)
    expect(valuesOf(ring)).toEqual([5, 7, 9])
    placeSpark(ring, 10, NOON + 6 * HOUR)
    expect(valuesOf(ring)).toEqual([5, 7, 9, 10])
  })

  it('is filled for an account that has not pulsed since', () => {
    const ring = createSparkRing(4)
    fillSpark(ring, [null, 6, 7, null], sparkSpan(NOON, 4).to)
    expect(valuesOf(ring)).toEqual([6, 7])
    placeSpark(ring, 8, NOON)
    expect(valuesOf(ring)).toEqual([6, 7, 8])
  })
})
