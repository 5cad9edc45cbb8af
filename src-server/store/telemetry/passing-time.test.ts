import { describe, expect, it } from 'vitest'
import { PassingTime } from './passing-time.ts'

const AT = 1_700_000_000
const DAY = 86_400

/** The moments at which forgetting is due. */
function forgets(moments: readonly number[]): number[] {
  const time = new PassingTime()
  return moments.filter((at) => {
    time.pass(at)
    return time.isForgettingDue()
  })
}

describe('forgetting old data', () => {
  it('is due with the first pulse, then daily', () => {
    expect(forgets([AT, AT + 1, AT + DAY - 1, AT + DAY, AT + DAY + 1])).toEqual([AT, AT + DAY])
  })

  it('waits while a clock is briefly ahead, and is due on the right day', () => {
    const ahead = AT + 3000 * DAY
    expect(forgets([AT, ahead, ahead + 3599, AT + 10, AT + 20, AT + DAY, AT + DAY + 10])).toEqual([
      AT,
      AT + DAY + 10,
    ])
  })

  it('is due an hour after a machine wakes from days of sleep', () => {
    const woke = AT + 3 * DAY
    expect(forgets([AT, woke, woke + 3599, woke + 3600])).toEqual([AT, woke + 3600])
  })

  it('is due at once after the time to keep data changed', () => {
    const time = new PassingTime()
    time.pass(AT)
    expect(time.isForgettingDue()).toBe(true)
    expect(time.isForgettingDue()).toBe(false)
    time.forgetSoon()
    expect(time.isForgettingDue()).toBe(true)
  })
})
