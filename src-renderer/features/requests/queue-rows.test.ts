import { describe, expect, it } from 'vitest'
import { mergeQueue, nextOpen } from './queue-rows.ts'

const row = (id: number, state: 'pending' | 'approved' | 'rejected' = 'pending') => ({
  id,
  state,
  created_at: 100 + id,
})
const keep = (...rows: ReturnType<typeof row>[]) => new Map(rows.map((kept) => [kept.id, kept]))

describe('mergeQueue', () => {
  it('leaves a decided request in its place, in either order', () => {
    const listed = [row(1), row(3)]
    const kept = keep(row(2, 'approved'))
    expect(mergeQueue(listed, kept, false).map(({ id }) => id)).toEqual([1, 2, 3])
    expect(mergeQueue(listed, kept, true).map(({ id }) => id)).toEqual([3, 2, 1])
  })

  it('prefers the decision to an older page', () => {
    expect(mergeQueue([row(1)], keep(row(1, 'approved')), false)).toEqual([row(1, 'approved')])
  })

  it('sorts requests of one second by number', () => {
    const at = (id: number) => ({ ...row(id), created_at: 5 })
    expect(mergeQueue([at(2)], keep(at(1)), false).map(({ id }) => id)).toEqual([1, 2])
  })
})

describe('nextOpen', () => {
  it('is the next open request below, else the first above', () => {
    const rows = [row(1), row(2, 'approved'), row(3, 'rejected'), row(4)]
    expect(nextOpen(rows, 2)).toBe(4)
    expect(nextOpen(rows, 4)).toBe(1)
    expect(nextOpen(rows, 99)).toBe(1)
  })

  it('is undefined where only this one is open', () => {
    expect(nextOpen([row(1), row(2, 'approved')], 1)).toBeUndefined()
    expect(nextOpen([], 1)).toBeUndefined()
  })
})
