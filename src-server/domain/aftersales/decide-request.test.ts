import { describe, expect, it } from 'vitest'
import { REQUEST_STATES } from '../../contract/request-names.ts'
import { permits, refuseReversal, reversibleUntil, stateAt } from './decide-request.ts'

const NOW = 1_700_000_000
const WEEK = 7 * 86_400

describe('stateAt', () => {
  it("expires with its time, before the server's job marks it", () => {
    expect(stateAt({ state: 'pending', expiresAt: NOW + 1 }, NOW)).toBe('pending')
    expect(stateAt({ state: 'pending', expiresAt: NOW }, NOW)).toBe('expired')
  })

  it.each(REQUEST_STATES.filter((state) => state !== 'pending'))('%s stays', (state) => {
    expect(stateAt({ state, expiresAt: NOW - 1 }, NOW)).toBe(state)
  })
})

describe('permits', () => {
  it.each([
    ['unbound', true, true],
    ['tooSoon', false, true],
    ['tooMany', false, true],
    ['timeShort', false, true],
    ['disabled', false, true],
    ['vip', false, true],
    ['notBound', false, false],
  ] as const)('%s: %s, policy waived: %s', (outcome, plain, waived) => {
    expect([permits(outcome, false), permits(outcome, true)]).toEqual([plain, waived])
  })
})

describe('reversing a rebind', () => {
  const approved = { kind: 'rebind', state: 'approved', endedAt: NOW, reversedAt: null } as const

  it('is possible for seven days', () => {
    expect(refuseReversal(approved, NOW + WEEK)).toBeUndefined()
    expect(reversibleUntil(approved, NOW + WEEK)).toBe(NOW + WEEK)
    expect(refuseReversal(approved, NOW + WEEK + 1)).toBe('late')
    expect(reversibleUntil(approved, NOW + WEEK + 1)).toBeNull()
  })

  it.each([
    [{ reversedAt: NOW }, 'done'],
    [{ kind: 'unbind' as const }, 'notApproved'],
    [{ state: 'rejected' as const }, 'notApproved'],
    [{ state: 'pending' as const, endedAt: null }, 'notApproved'],
  ])('%j: %s', (change, refusal) => {
    expect(refuseReversal({ ...approved, ...change }, NOW)).toBe(refusal)
    expect(reversibleUntil({ ...approved, ...change }, NOW)).toBeNull()
  })
})
