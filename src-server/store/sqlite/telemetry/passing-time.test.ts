import { describe, expect, it } from 'vitest'
import { PassingTime } from './passing-time.ts'

const AT = 1_700_000_000
const DAY = 86_400

/** Which of these moments are times to forget. */
function forgets(moments: readonly number[]): number[] {
  const time = new PassingTime()
  return moments.filter((at) => {
    time.pass(at)
    return time.isForgettingDue()
  })
}

describe('what is past its time', () => {
  it('goes with the first that arrives, then daily', () => {
    expect(forgets([AT, AT + 1, AT + DAY - 1, AT + DAY, AT + DAY + 1])).toEqual([AT, AT + DAY])
  })

  it('stays while a clock is ahead that is soon set back, and goes when its day comes', () => {
    const ahead = AT + 3000 * DAY
    expect(forgets([AT, ahead, ahead + 3599, AT + 10, AT + 20, AT + DAY, AT + DAY + 10])).toEqual([
      AT,
      AT + DAY + 10,
    ])
  })

  it('goes an hour after a machine woke that had slept for days', () => {
    const woke = AT + 3 * DAY
    expect(forgets([AT, woke, woke + 3599, woke + 3600])).toEqual([AT, woke + 3600])
  })

  it('goes at once where another time to keep it was set', () => {
    const time = new PassingTime()
    time.pass(AT)
    expect(time.isForgettingDue()).toBe(true)
    expect(time.isForgettingDue()).toBe(false)
    time.forgetSoon()
    expect(time.isForgettingDue()).toBe(true)
  })
})

it('silent accounts are looked for every half minute, also after a clock was ahead', () => {
  const time = new PassingTime()
  const looks = [AT, AT + 29, AT + 30, AT + 1000 * DAY, AT + 40, AT + 60, AT + 70].filter((at) => {
    time.pass(at)
    return time.isRollUpDue()
  })
  expect(looks).toEqual([AT, AT + 30, AT + 1000 * DAY, AT + 70])
  expect(time.now).toBe(AT + 70)
})
