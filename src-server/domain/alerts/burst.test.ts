import { describe, expect, it } from 'vitest'
import { dueAt, isOver, withMessage, type Burst } from './burst.ts'

/** Plays alerts, one account each, and returns the times of the messages. */
function play(alerts: readonly { readonly at: number; readonly level: number }[]) {
  let burst: Burst | undefined
  const messages: { at: number; accounts: number }[] = []
  const waiting: { at: number; level: number }[] = []
  const last = Math.max(...alerts.map(({ at }) => at)) + 10_000
  let next = 0
  for (let now = 0; now <= last; now++) {
    for (let alert = alerts[next]; alert !== undefined && alert.at <= now; alert = alerts[++next])
      waiting.push(alert)
    if (waiting.length === 0) continue
    const worst = Math.max(...waiting.map(({ level }) => level))
    const worstAt = waiting.find(({ level }) => level === worst)!.at
    const gathered = { firstAt: waiting[0]!.at, worst, worstAt }
    if (now < dueAt(burst, gathered)) continue
    burst = withMessage(burst, gathered, waiting.length, now)
    messages.push({ at: now, accounts: waiting.length })
    waiting.splice(0)
  }
  return messages
}

const at = (seconds: number, level = 0) => ({ at: seconds, level })

describe('the messages of a burst', () => {
  it('one alert waits for three seconds', () => {
    expect(play([at(100)])).toEqual([{ at: 103, accounts: 1 }])
  })

  it('10,000 accounts within one interval of pulses are two messages', () => {
    const alerts = Array.from({ length: 10_000 }, (_, i) => at(100 + Math.floor(i / 1000)))
    expect(play(alerts)).toEqual([
      { at: 103, accounts: 4000 },
      { at: 163, accounts: 6000 },
    ])
  })

  it('10,000 accounts that fall through four levels within a minute are five messages at most', () => {
    const alerts = Array.from({ length: 10_000 }, (_, i) =>
      at(100 + Math.floor(i / 170), Math.floor(i / 2500)),
    )
    const messages = play(alerts)
    expect(messages.length).toBeLessThanOrEqual(5)
    expect(messages.reduce((sum, { accounts }) => sum + accounts, 0)).toBe(10_000)
  })

  it('a day of alerts each second is a message in a quarter of an hour', () => {
    const messages = play(Array.from({ length: 86_400 }, (_, i) => at(i)))
    expect(messages.length).toBeLessThan(86_400 / 900 + 5)
  })

  it('a few accounts within minutes each have their message soon', () => {
    expect(play([at(0), at(20), at(70), at(71)])).toEqual([
      { at: 3, accounts: 1 },
      { at: 23, accounts: 1 },
      { at: 73, accounts: 2 },
    ])
  })

  it('a worse level does not wait for the next message', () => {
    const many = Array.from({ length: 20 }, () => at(0))
    expect(play([...many, at(10), at(20, 1), at(25, 1)])).toEqual([
      { at: 3, accounts: 20 },
      { at: 23, accounts: 2 },
      { at: 323, accounts: 1 },
    ])
  })

  it('end, and the next alert begins another burst', () => {
    const many = Array.from({ length: 20 }, () => at(0))
    expect(play([...many, at(63)])).toEqual([
      { at: 3, accounts: 20 },
      { at: 66, accounts: 1 },
    ])
  })

  it('a clock that was set back delays no alert', () => {
    const burst = withMessage(undefined, { firstAt: 5000, worst: 0, worstAt: 5000 }, 100, 5003)
    expect(isOver(burst, 1000)).toBe(true)
    expect(dueAt(burst, { firstAt: 1000, worst: 0, worstAt: 1000 })).toBe(1003)
  })
})
