import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { backOff } from './back-off.ts'
import { isKeyOver, judgeMail, judgeMessenger, KEY_SECONDS, OLDEST_SECONDS, type Attempt } from './verdict.ts'

const NOW = 1_700_000_000
const attempt = (change: Partial<Attempt> = {}): Attempt => ({
  now: NOW,
  madeAt: NOW,
  isRepeated: false,
  number: 1,
  ...change,
})

describe('backOff', () => {
  it('doubles each time up to a maximum, in minutes for mails', () => {
    const times = [1, 2, 3, 4, 5, 6, 7, 8, 1000]
    expect(times.map((n) => backOff('messenger', n))).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60])
    expect(times.map((n) => backOff('mail', n))).toEqual([60, 120, 240, 480, 960, 1920, 3600, 3600, 3600])
  })

  it('is never shorter than the service asks for, within reason', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2000 }),
        fc.double({ min: 0, max: 1e6, noNaN: true }),
        (n, asked) => {
          const wait = backOff('messenger', n, asked)
          expect(wait).toBeGreaterThanOrEqual(Math.min(asked, 3600))
          expect(wait).toBeLessThanOrEqual(3600)
          expect(backOff('messenger', n + 1, asked)).toBeGreaterThanOrEqual(wait)
        },
      ),
    )
  })
})

describe('a messenger’s message', () => {
  it.each(['base', 'credentials', 'setup', 'recipient', 'refused'] as const)(
    "%s: given up, with the error's word",
    (failed) => {
      expect(judgeMessenger({ failed, code: 7 }, attempt())).toEqual({ state: 'dead', error: `${failed} 7` })
      expect(judgeMessenger({ failed }, attempt())).toEqual({ state: 'dead', error: failed })
    },
  )

  it('keeps its parcel when this attempt or an earlier one may have arrived', () => {
    const keeps = (outcome: Parameters<typeof judgeMessenger>[0], isRepeated: boolean) =>
      judgeMessenger(outcome, attempt({ isRepeated }))
    expect(keeps({ failed: 'rate' }, false)).toMatchObject({ keepsParcel: false })
    expect(keeps({ failed: 'rate' }, true)).toMatchObject({ keepsParcel: true })
    expect(keeps({ failed: 'unreachable' }, false)).toMatchObject({ keepsParcel: true })
    expect(keeps({ failed: 'unreachable', unsent: true }, false)).toMatchObject({ keepsParcel: false })
    expect(keeps({ failed: 'unreachable', unsent: true }, true)).toMatchObject({ keepsParcel: true })
  })

  it('makes no attempt after the key’s time when the service may know the key', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 0, max: 4000 }),
        fc.option(fc.integer({ min: 0, max: 5000 }), { nil: undefined }),
        (number, age, retryAfter) => {
          const outcome = { failed: 'rate', ...(retryAfter !== undefined && { retryAfter }) } as const
          const verdict = judgeMessenger(outcome, attempt({ number, madeAt: NOW - age, isRepeated: true }))
          if (verdict.state === 'waiting') expect(verdict.nextAt - (NOW - age)).toBeLessThan(KEY_SECONDS)
          else expect(verdict).toEqual({ state: 'dead', error: 'unknown' })
        },
      ),
    )
  })

  it('a key’s time is less than the service’s hour, also when the clock was set back', () => {
    expect(KEY_SECONDS).toBeLessThan(3600)
    expect(isKeyOver(NOW, NOW + KEY_SECONDS - 1)).toBe(false)
    expect(isKeyOver(NOW, NOW + KEY_SECONDS)).toBe(true)
    expect(isKeyOver(NOW, NOW - 7200)).toBe(true)
  })
})

describe('a mail', () => {
  const judge = (
    failed: 'recipient' | 'refused' | 'later' | 'unreachable' | 'credentials' | 'tls',
    createdAt = NOW,
  ) => judgeMail({ failed, detail: '' }, { now: NOW, number: 1, createdAt })

  it('is given up when the server refuses it, and waits when the server has a problem', () => {
    for (const failed of ['recipient', 'refused'] as const)
      expect(judge(failed)).toEqual({ state: 'dead', error: failed })
    for (const failed of ['later', 'unreachable', 'credentials', 'tls'] as const)
      expect(judge(failed)).toMatchObject({
        state: 'waiting',
        error: failed,
        nextAt: NOW + 60,
        keepsParcel: true,
      })
  })

  it('is too old after three days', () => {
    expect(judge('later', NOW - OLDEST_SECONDS + 60)).toMatchObject({ state: 'waiting' })
    expect(judge('later', NOW - OLDEST_SECONDS)).toEqual({ state: 'dead', error: 'too_old' })
  })
})
