import { describe, expect, it } from 'vitest'
import { newTestCode } from '../../../tests/support/test-code.ts'
import { UNLIMITED_USES } from '../../contract/limits.ts'
import type { Code } from '../code/code.ts'
import { policyOf } from './policy.ts'

const NOW = 1_700_000_000
const DAY = 86_400
const POLICY = { interval: DAY, max: 3, deductSeconds: 3600, deductUses: 1 }
const CODE = newTestCode('time', {
  seconds: DAY,
  markcode: 'PC-1',
  ip: '10.0.0.1',
  useTime: NOW - 100,
  endTime: NOW + DAY,
  unbinds: 1,
  createdAt: NOW - 200,
})
const of = (change: Partial<Code>, agentBanned = false) =>
  policyOf(POLICY, { ...CODE, ...change }, { agentBanned, now: NOW })

describe('policyOf', () => {
  it('says what an unbind costs and when the next one is allowed', () => {
    expect(of({})).toEqual({
      outcome: 'unbound',
      next_allowed_at: null,
      unbinds: 1,
      max: 3,
      cost_seconds: 3600,
      cost_uses: 0,
    })
    expect(of({ lastUnbind: NOW - DAY + 1 })).toMatchObject({ outcome: 'tooSoon', next_allowed_at: NOW + 1 })
    expect(of({ lastUnbind: NOW - DAY })).toMatchObject({ outcome: 'unbound', next_allowed_at: null })
  })

  it.each([
    [
      { type: 'count' as const, left: 5, endTime: null },
      { cost_seconds: 0, cost_uses: 1 },
    ],
    [
      { type: 'count' as const, left: UNLIMITED_USES },
      { cost_seconds: 0, cost_uses: 0 },
    ],
    [{ type: 'permanent' as const }, { cost_seconds: 0, cost_uses: 0 }],
  ])('%j costs %j', (change, cost) => {
    expect(of(change)).toMatchObject({ outcome: 'unbound', ...cost })
  })

  it.each([
    [{ unbinds: 3 }, 'tooMany'],
    [{ endTime: NOW + 3599 }, 'timeShort'],
    [{ type: 'count' as const, left: 0 }, 'usesShort'],
    [{ disabled: true }, 'disabled'],
    [{ useTime: null }, 'unused'],
    [{ type: 'vip' as const }, 'vip'],
    [{ type: 'points' as const }, 'points'],
    [{ markcode: '' }, 'notBound'],
  ])('%j: %s', (change, outcome) => {
    expect(of(change)?.outcome).toBe(outcome)
  })

  it('a banned agent’s code is refused, and a recycled code has no policy', () => {
    expect(of({}, true)?.outcome).toBe('disabled')
    expect(of({ recycledAt: NOW })).toBeNull()
  })
})
