import { describe, expect, it } from 'vitest'
import { at, berlin } from '../../../tests/support/berlin.ts'
import { WallDays } from '../../store/telemetry/wall-days.ts'
import { dayStart, daysBetween } from './wall-days.ts'

describe('a day of the wall clock', () => {
  it('begins at its midnight, in zones of whole and of broken hours', () => {
    const noon = at('2026-05-10T12:00Z')
    expect(dayStart(noon, () => 0)).toBe(at('2026-05-10T00:00Z'))
    expect(dayStart(noon, () => 480)).toBe(at('2026-05-09T16:00Z'))
    expect(dayStart(noon, () => 345)).toBe(at('2026-05-09T18:15Z'))
    expect(dayStart(noon, () => -480)).toBe(at('2026-05-10T08:00Z'))
  })

  it('has 23 and 25 hours where the clocks change', () => {
    const spring = daysBetween(at('2026-03-28T12:00Z'), at('2026-03-31T12:00Z'), berlin)
    expect(spring).toEqual(
      ['2026-03-27T23:00Z', '2026-03-28T23:00Z', '2026-03-29T22:00Z', '2026-03-30T22:00Z'].map(at),
    )
    const autumn = daysBetween(at('2026-10-24T12:00Z'), at('2026-10-26T12:00Z'), berlin)
    expect(autumn).toEqual(['2026-10-23T22:00Z', '2026-10-24T22:00Z', '2026-10-25T23:00Z'].map(at))
    for (const time of ['2026-10-25T00:30Z', '2026-10-25T22:30Z'])
      expect(dayStart(at(time), berlin)).toBe(at('2026-10-24T22:00Z'))
  })
})

describe('a clock that changes at midnight', () => {
  /** @returns the offset in minutes before and after a change */
  const changes = (change: string, before: number, after: number) => (time: number) =>
    time < at(change) ? before : after

  it.each([
    ['00:00 becomes 01:00 (Santiago, Beirut)', changes('2026-09-06T04:00Z', -240, -180), '2026-09-06T04:00Z'],
    ['24:00 becomes 23:00 (Santiago)', changes('2026-04-05T03:00Z', -180, -240), '2026-04-05T04:00Z'],
    ['01:00 becomes 00:00 (Havana)', changes('2026-11-01T05:00Z', -240, -300), '2026-11-01T04:00Z'],
    ['00:00 becomes 01:00 east of Greenwich', changes('2026-03-28T22:00Z', 120, 180), '2026-03-28T22:00Z'],
  ])('%s: the day begins once', (_, clock, begin) => {
    const day = at(begin)
    for (const hours of [0, 0.5, 1, 12, 22]) expect(dayStart(day + hours * 3600, clock)).toBe(day)
    for (const hours of [0.5, 1, 12, 22]) expect(dayStart(day - hours * 3600, clock)).toBeLessThan(day)
    const days = daysBetween(day - 36 * 3600, day + 36 * 3600, clock)
    expect(days).toContain(day)
    for (const [index, one] of days.slice(1).entries())
      expect([23, 24, 25]).toContain((one - days[index]!) / 3600)
    const store = new WallDays(clock)
    const { from } = store.of({ from: day + 12 * 3600, to: day + 13 * 3600 })
    expect([from - 1, from, from + 1].map((one) => store.begin(one))).toEqual(
      [day - 12 * 3600, day + 12 * 3600, day + 36 * 3600].map((time) => dayStart(time, clock)),
    )
  })
})
