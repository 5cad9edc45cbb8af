import { describe, expect, it } from 'vitest'
import { monthOf, monthSpan, monthsUpTo, moveMonth } from './months.ts'

describe('months', () => {
  it.each([
    ['2027-01', -1, '2026-12'],
    ['2027-12', 1, '2028-01'],
    ['2027-03', 0, '2027-03'],
    ['2027-03', -15, '2025-12'],
  ])('%s and %i months is %s', (month, by, moved) => {
    expect(moveMonth(month, by)).toBe(moved)
  })

  it('follow each other without a gap, each with its own seconds', () => {
    for (let month = '2026-11'; month !== '2028-04'; month = moveMonth(month, 1)) {
      const { from, to } = monthSpan(month)
      expect(monthSpan(moveMonth(month, 1)).from).toBe(to)
      expect([monthOf(from), monthOf(to - 1), monthOf(to)]).toEqual([month, month, moveMonth(month, 1)])
    }
  })

  it('offer three years, and all months between now and the shown one', () => {
    const three = monthsUpTo('2027-02', '2027-02')
    expect([three.length, ...three.slice(0, 3), three.at(-1)]).toEqual([
      36,
      '2027-02',
      '2027-01',
      '2026-12',
      '2024-03',
    ])
    const more = monthsUpTo('2027-02', '2020-11')
    expect([more[0], more.at(-1)]).toEqual(['2027-02', '2020-11'])
    expect(more).toContain('2024-02')
  })
})
