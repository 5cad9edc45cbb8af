import { describe, expect, it } from 'vitest'
import { isMonth, monthOf, monthSpan, moveMonth } from './months.ts'

describe('months', () => {
  it.each([
    ['2027-01', -1, '2026-12'],
    ['2027-12', 1, '2028-01'],
    ['2027-03', 0, '2027-03'],
    ['2027-03', -15, '2025-12'],
  ])('%s and %i months is %s', (month, by, moved) => {
    expect(moveMonth(month, by)).toBe(moved)
  })

  it('follow one another without a gap, and hold their own seconds', () => {
    for (let month = '2026-11'; month !== '2028-04'; month = moveMonth(month, 1)) {
      const { from, to } = monthSpan(month)
      expect(monthSpan(moveMonth(month, 1)).from).toBe(to)
      expect([monthOf(from), monthOf(to - 1), monthOf(to)]).toEqual([month, month, moveMonth(month, 1)])
    }
  })

  it.each([
    ['2027-03', true],
    ['2027-13', false],
    ['2027-00', false],
    ['27-03', false],
    ['', false],
  ])('%j is one: %s', (text, is) => {
    expect(isMonth(text)).toBe(is)
  })
})
