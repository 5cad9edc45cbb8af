import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BOT_LIMITS, RateLimiter, RECIPIENT_LIMITS, type RateLimit } from './rate-limiter.ts'

const gaps = fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 300 })
const limits = fc.array(
  fc.record({ most: fc.integer({ min: 1, max: 20 }), spanMs: fc.integer({ min: 1, max: 3000 }) }),
  { minLength: 1, maxLength: 3 },
)

/** Asks at each moment, and takes every offered time. */
function leave(limiter: RateLimiter, asked: readonly number[]): number[] {
  return asked.map((now) => {
    const at = limiter.next(now)
    limiter.note(at)
    return at
  })
}

/** Asks at each moment as senders do: refuses a time that is far away. */
function leaveSoon(limiter: RateLimiter, asked: readonly number[]): { now: number; at: number }[] {
  return asked.flatMap((now) => {
    const at = limiter.next(now)
    if (at - now > 10_000) return []
    limiter.note(at)
    return [{ now, at }]
  })
}

function momentsAfter(gaps: readonly number[]): number[] {
  let now = 1_700_000_000_000
  return gaps.map((gap) => (now += gap))
}

/** The largest number of messages in any span that begins with a message. */
function mostIn(times: readonly number[], spanMs: number): number {
  return Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + spanMs).length))
}

describe('any messages at any times', () => {
  it('no span exceeds its limit, wherever it begins', () => {
    fc.assert(
      fc.property(limits, gaps, (limits: readonly RateLimit[], gaps) => {
        const times = leaveSoon(new RateLimiter(limits), momentsAfter(gaps)).map(({ at }) => at)
        for (const { most, spanMs } of limits) expect(mostIn(times, spanMs)).toBeLessThanOrEqual(most)
      }),
      { numRuns: 60 },
    )
  })

  it('no message leaves before it asked, overtakes another, or waits without a reason', () => {
    fc.assert(
      fc.property(limits, gaps, (limits: readonly RateLimit[], gaps) => {
        const left = leaveSoon(new RateLimiter(limits), momentsAfter(gaps))
        const times = left.map(({ at }) => at)
        for (const [n, { now, at }] of left.entries()) {
          const before = times.slice(0, n)
          const last = before.at(-1) ?? -Infinity
          expect(at).toBeGreaterThanOrEqual(Math.max(now, last))
          if (at === Math.max(now, last)) continue
          // A millisecond earlier, some span would have exceeded its limit.
          const earlier = [...before, at - 1]
          expect(
            limits.some(({ most, spanMs }) => earlier.filter((one) => one > at - 1 - spanMs).length > most),
          ).toBe(true)
        }
      }),
      { numRuns: 60 },
    )
  })
})

it('allows five a second to one recipient', () => {
  const now = 1_700_000_000_000
  expect(leave(new RateLimiter(RECIPIENT_LIMITS), Array<number>(11).fill(now)).map((at) => at - now)).toEqual(
    [0, 0, 0, 0, 0, 1000, 1000, 1000, 1000, 1000, 2000],
  )
})

it('allows fifty a second and a thousand a minute for one bot', () => {
  const now = 1_700_000_000_000
  const times = leave(new RateLimiter(BOT_LIMITS), Array<number>(1001).fill(now)).map((at) => at - now)
  expect(times[49]).toBe(0)
  expect(times[50]).toBe(1000)
  expect(times[999]).toBe(19_000)
  expect(times[1000]).toBe(60_000)
})

it('a clock that was set back delays nothing', () => {
  const limiter = new RateLimiter(RECIPIENT_LIMITS)
  const now = 1_700_000_000_000
  leave(limiter, Array<number>(5).fill(now))
  expect(limiter.next(now - 3_600_000)).toBe(now - 3_600_000)
  expect(leave(limiter, [now - 3_600_000])).toEqual([now - 3_600_000])
})

it('keeps the distance from the answer of a slow service', () => {
  const limiter = new RateLimiter([{ most: 1, spanMs: 1000 }])
  limiter.note(10_000)
  limiter.answered(13_500)
  expect(limiter.next(13_500)).toBe(14_500)
  // An answer from before, by a clock that was set back, changes nothing.
  limiter.answered(9_000)
  expect(limiter.next(13_500)).toBe(14_500)
})
