import { describe, expect, it } from 'vitest'
import { daysBetween } from '../calendar/wall-days.ts'
import { sumsByDay } from './business-days.ts'

const at = (text: string) => Date.parse(text) / 1000
/** Berlin in 2026: the clocks go forward on 29 March and back on 25 October, both at 01:00 UTC. */
const berlin = (time: number) =>
  time >= at('2026-03-29T01:00Z') && time < at('2026-10-25T01:00Z') ? 120 : 60

describe('the business of a day', () => {
  it('has the sums of its slots, and 0 for the others', () => {
    const days = daysBetween(at('2026-10-24T12:00Z'), at('2026-10-26T12:00Z'), berlin)
    const slots = [
      { at: at('2026-10-24T22:00Z'), made: 1 },
      { at: at('2026-10-25T22:45Z'), made: 2, sales: 5 },
      { at: at('2026-10-25T23:00Z'), made: 4 },
      { at: at('2026-10-27T23:00Z'), made: 8 },
    ]
    expect(sumsByDay(days, slots, berlin).map(({ made, sales, left }) => [made, sales, left])).toEqual([
      [0, 0, 0],
      [3, 5, 0],
      [4, 0, 0],
    ])
  })
})
