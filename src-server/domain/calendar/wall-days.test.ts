import { describe, expect, it } from 'vitest'
import { dayStart, daysBetween } from './wall-days.ts'

const at = (text: string) => Date.parse(text) / 1000
/** Berlin in 2026: the clocks go forward on 29 March and back on 25 October, both at 01:00 UTC. */
const berlin = (time: number) =>
  time >= at('2026-03-29T01:00Z') && time < at('2026-10-25T01:00Z') ? 120 : 60

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
