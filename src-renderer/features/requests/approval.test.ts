import { describe, expect, it } from 'vitest'
import type { PolicyRecord } from '../../../src-server/contract/records/request.ts'
import { asksFirst, canApprove, obstacleOf } from './approval.ts'
import { sampleRebind, sampleUnbind } from './sample-request.ts'

const policy = (given: Partial<PolicyRecord>): PolicyRecord => ({
  outcome: 'unbound',
  next_allowed_at: null,
  unbinds: 0,
  max: 0,
  cost_seconds: 0,
  cost_uses: 0,
  ...given,
})

describe('obstacleOf', () => {
  it('is undefined for a possible approval', () => {
    expect(obstacleOf(sampleUnbind())).toBeUndefined()
    expect(obstacleOf(sampleRebind(1, null))).toBeUndefined()
  })

  it('reports a missing subject, and a new account in use', () => {
    expect(obstacleOf(sampleUnbind({ code: null }))).toBe('gone')
    expect(obstacleOf(sampleRebind(null, null))).toBe('gone')
    expect(obstacleOf(sampleRebind(1, 2))).toBe('taken')
  })

  it.each(['tooSoon', 'tooMany', 'timeShort', 'usesShort'] as const)('%s can be overridden', (outcome) => {
    expect(obstacleOf(sampleUnbind({ policy: policy({ outcome }) }))).toBe('policy')
  })

  it.each(['disabled', 'unused', 'vip', 'points', 'notBound'] as const)(
    "%s can't be overridden",
    (outcome) => {
      expect(obstacleOf(sampleUnbind({ policy: policy({ outcome }) }))).toBe('impossible')
    },
  )
})

describe('canApprove', () => {
  it('offers no approval for a code that belongs to a trading account', () => {
    const record = sampleUnbind({ policy: policy({ outcome: 'ofAccount' }) })
    expect(obstacleOf(record)).toBe('account')
    expect(canApprove(record)).toBe(false)
  })

  it.each(['unbound', 'tooSoon', 'vip'] as const)('offers it for %s', (outcome) => {
    expect(canApprove(sampleUnbind({ policy: policy({ outcome }) }))).toBe(true)
  })
})

describe('asksFirst', () => {
  it('approves at once without a move and without a cost', () => {
    expect(asksFirst(sampleUnbind())).toBe(false)
  })

  it('asks before a move, a cost, or an obstacle', () => {
    expect(asksFirst(sampleRebind(1, null))).toBe(true)
    expect(asksFirst(sampleUnbind({ policy: policy({ cost_seconds: 1 }) }))).toBe(true)
    expect(asksFirst(sampleUnbind({ policy: policy({ cost_uses: 1 }) }))).toBe(true)
    expect(asksFirst(sampleUnbind({ policy: policy({ outcome: 'vip' }) }))).toBe(true)
  })
})
