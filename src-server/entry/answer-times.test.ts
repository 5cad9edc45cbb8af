import { describe, expect, it } from 'vitest'
import { AnswerTimes } from './answer-times.ts'

describe('the times of answers', () => {
  it('have a 99th percentile to within a tenth', () => {
    const times = new AnswerTimes()
    for (let ms = 1; ms <= 1000; ms++) times.note(ms)
    const p99 = times.take(0.99)!
    expect(p99).toBeGreaterThanOrEqual(990)
    expect(p99).toBeLessThan(990 * 1.1)
  })

  it('begin anew after each look', () => {
    const times = new AnswerTimes()
    expect(times.take(0.99)).toBeNull()
    times.note(5000)
    times.take(0.99)
    times.note(2)
    expect(times.take(0.99)).toBeLessThan(2.3)
    expect(times.take(0.99)).toBeNull()
  })

  it('take answers of no time and of hours', () => {
    const times = new AnswerTimes()
    times.note(0)
    expect(times.take(1)).toBeLessThan(0.02)
    times.note(3_600_000)
    expect(times.take(1)).toBeGreaterThan(3_000_000)
  })
})
