import { describe, expect, it } from 'vitest'
import type { BusinessDay } from '../../../../src-server/contract/records/business.ts'
import { changeOf, compare } from './spans.ts'

const NOTHING = { activations: 0, trials: 0, renewals: 0, left: 0, made: 0, allocated: 0 }
/** The day number n has n activations. */
const days = (count: number): BusinessDay[] =>
  Array.from({ length: count }, (_, day) => ({ ...NOTHING, day, activations: day + 1 }))

describe('the last days against those before', () => {
  it('are as many days each', () => {
    expect(compare(days(60), 'activations', 1)).toEqual({ days: 1, sum: 60, before: 59 })
    expect(compare(days(60), 'activations', 7)).toEqual({ days: 7, sum: 399, before: 350 })
    expect(compare(days(60), 'activations', 30)).toEqual({ days: 30, sum: 1365, before: 465 })
  })
  it('count an amount that a person may not see as none', () => {
    expect(compare(days(60), 'revenue', 7)).toEqual({ days: 7, sum: 0, before: 0 })
  })
  it('have a change in percent, unless nothing came before', () => {
    expect(changeOf({ days: 7, sum: 150, before: 100 })).toBe(50)
    expect(changeOf({ days: 7, sum: 0, before: 4 })).toBe(-100)
    expect(changeOf({ days: 7, sum: 3, before: 0 })).toBeUndefined()
  })
})
