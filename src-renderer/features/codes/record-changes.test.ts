import { describe, expect, it } from 'vitest'
import type { RecordChanges } from '../../../src-server/contract/records/code.ts'
import { accountsOf, firstOf, isOver, refundOf, undoOf } from './record-changes.ts'

const NOW = 1_700_000_000
const DAY = 86_400
type Row = RecordChanges['rows'][number]

const row = (code: number, device: number, from: number, to: number): Row => ({
  code,
  device,
  account_key: `${device}@X`,
  from: NOW + from * DAY,
  to: NOW + to * DAY,
})
const changes = (rows: Row[], total = rows.length): RecordChanges => ({ total, rows })

describe('accountsOf', () => {
  it('joins the changes of one account by several codes', () => {
    const rows = [row(1, 7, 60, 30), row(2, 8, 5, 0), row(3, 7, 30, 0)]
    expect(accountsOf(changes(rows))).toEqual([
      { device: 7, account_key: '7@X', from: NOW + 60 * DAY, to: NOW },
      { device: 8, account_key: '8@X', from: NOW + 5 * DAY, to: NOW },
    ])
  })
})

describe('firstOf', () => {
  it('names a few accounts and counts the others, also those that the answer leaves out', () => {
    const all = changes(
      Array.from({ length: 6 }, (_, index) => row(index, index, 10, 0)),
      106,
    )
    const { named, more } = firstOf(accountsOf(all), all)
    expect(named.length + more).toBe(106)
    expect(named.map(({ device }) => device)).toEqual([0, 1, 2, 3])
  })

  it('counts an account of several codes once', () => {
    const all = changes([row(1, 7, 60, 30), row(2, 7, 30, 0)])
    expect(firstOf(accountsOf(all), all)).toMatchObject({ more: 0, named: [{ device: 7 }] })
  })
})

describe('refundOf', () => {
  it('shows an account that the choice leaves unchanged with its current end', () => {
    const concerned = changes([row(1, 7, 60, 0), row(2, 8, 9, 0)])
    const [changed, same] = refundOf(concerned, changes([row(1, 7, 60, 30)]))
    expect(changed).toMatchObject({ device: 7, from: NOW + 60 * DAY, to: NOW + 30 * DAY })
    expect(same).toMatchObject({ device: 8, from: NOW + 9 * DAY, to: NOW + 9 * DAY })
  })
})

describe('undoOf', () => {
  it('takes the time again from the accounts that got it back, and changes no other account', () => {
    expect(undoOf([1, 2, 3], changes([row(2, 7, 0, 30)]))).toEqual([
      { record: 'keep', ids: [1, 3] },
      { record: 'take_back', ids: [2] },
    ])
  })

  it('offers nothing where the answer does not name every code', () => {
    expect(undoOf([1, 2], changes([row(2, 7, 0, 30)], 2))).toBeUndefined()
  })
})

describe('isOver', () => {
  it.each([
    [-1, true],
    [0, true],
    [60, false],
  ])('an end %i s from now: %s', (seconds, over) => {
    expect(isOver(NOW + seconds, NOW)).toBe(over)
  })
})
