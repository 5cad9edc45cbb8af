import { describe, expect, it } from 'vitest'
import { dayStart } from '../../kit/list/address-values.ts'
import { isTime, memberChanges } from './member-changes.ts'

describe('memberChanges', () => {
  it('descends into groups, and names members of one side only', () => {
    const row = {
      before: { name: 'A', mt5: { enabled: false, buy_url: '' }, gone: 1 },
      after: { name: 'B', mt5: { enabled: true, buy_url: '' }, made: [1, 2] },
    }
    expect(memberChanges(row)).toEqual([
      { path: 'name', before: 'A', after: 'B' },
      { path: 'mt5.enabled', before: false, after: true },
      { path: 'mt5.buy_url', before: '', after: '' },
      { path: 'gone', before: 1, after: undefined },
      { path: 'made', before: undefined, after: [1, 2] },
    ])
  })

  it('has no changes of nothing, and keeps an empty group', () => {
    expect(memberChanges({ before: null, after: null })).toEqual([])
    expect(memberChanges({ before: null, after: { filter: {} } })).toEqual([
      { path: 'filter', before: undefined, after: {} },
    ])
  })
})

describe('isTime', () => {
  it.each([
    ['created_at', 1_700_000_000, true],
    ['vip', 4_102_243_200, true],
    ['mt5.plan_ends_at', 1_700_000_000, true],
    ['count', 1_700_000_000, false],
    ['vip', 0, false],
    ['created_at', '1700000000', false],
  ])('%s %j: %s', (path, value, expected) => {
    expect(isTime(path, value)).toBe(expected)
  })
})

describe('dayStart', () => {
  it("is the viewer's midnight, some days later on request, and undefined for an invalid day", () => {
    expect(dayStart('2027-01-31')).toBe(new Date(2027, 0, 31).getTime() / 1000)
    expect(dayStart('2027-01-31', 1)).toBe(new Date(2027, 1, 1).getTime() / 1000)
    expect(dayStart('yesterday')).toBeUndefined()
    expect(dayStart(undefined)).toBeUndefined()
  })
})
