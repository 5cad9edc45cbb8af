import { describe, expect, it } from 'vitest'
import { createSparkRing, pushSpark, sparkFell, sparkPath } from './spark-ring.ts'

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
