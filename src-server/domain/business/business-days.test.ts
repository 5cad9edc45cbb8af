import { describe, expect, it } from 'vitest'
import { at, berlin } from '../../../tests/support/berlin.ts'
import { daysBetween } from '../calendar/wall-days.ts'
import { sumsByDay } from './business-days.ts'

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
