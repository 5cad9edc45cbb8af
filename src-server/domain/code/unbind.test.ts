import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newTestCode } from '../../../tests/support/test-code.ts'
import { CODE_TYPES, type CodeType } from '../../contract/code-names.ts'
import type { Code } from './code.ts'
import { decideUnbind, type UnbindAttempt } from './unbind.ts'

const NOW = 1_700_000_000
const DAY = 86_400
const policy = { interval: DAY, max: 3, deductSeconds: 3600, deductUses: 1 }
const none = { interval: 0, max: 0, deductSeconds: 0, deductUses: 0 }

/** A code in use by the machine PC, with more than enough left. */
function code(type: CodeType, change: Partial<Code> = {}): Code {
  return newTestCode(type, {
    left: type === 'count' ? 10 : null,
    markcode: 'PC',
    ip: '192.0.2.1',
    useTime: NOW - 1000,
    endTime: type === 'time' ? NOW + 10 * DAY : null,
    createdAt: NOW - 5000,
    ...change,
  })
}

const by = (change: Partial<UnbindAttempt> = {}): UnbindAttempt => ({
  markcode: 'PC',
  accountKey: undefined,
  agentBanned: false,
  now: NOW,
  ...change,
})
const outcome = (given: Code | undefined, attempt: Partial<UnbindAttempt> = {}, rules = policy) =>
  decideUnbind(rules, given, by(attempt)).outcome

describe('before the type', () => {
  it.each(CODE_TYPES)('%s: unknown, disabled, foreign, unused, in this order', (type) => {
    const bad = { recycledAt: NOW, disabled: true, markcode: 'OTHER', useTime: null }
    expect(outcome(undefined)).toBe('unknown')
    expect(outcome(code(type, bad))).toBe('unknown')
    expect(outcome(code(type, { ...bad, recycledAt: null }))).toBe('disabled')
    expect(outcome(code(type, { markcode: 'OTHER', useTime: null }), { agentBanned: true })).toBe('disabled')
    expect(outcome(code(type, { markcode: 'OTHER', useTime: null }))).toBe('boundElsewhere')
    expect(outcome(code(type, { useTime: null }))).toBe('unused')
  })

  it('an unbound code belongs to nobody, not even to an empty machine code', () => {
    expect(outcome(code('permanent', { markcode: '' }), { markcode: '' })).toBe('boundElsewhere')
  })

  it('a VIP code needs no unbind, a points code has none', () => {
    expect(outcome(code('vip'))).toBe('vip')
    expect(outcome(code('points', { left: 5 }))).toBe('pointsCode')
  })
})

describe('order of the policy, by type', () => {
  const late = { unbinds: 3, lastUnbind: NOW - 1 }

  it('permanent: number, interval', () => {
    expect(outcome(code('permanent', late))).toBe('tooMany')
    expect(outcome(code('permanent', { ...late, unbinds: 2 }))).toBe('tooSoon')
    expect(outcome(code('permanent', { unbinds: 2, lastUnbind: NOW - DAY }))).toBe('unbound')
  })

  it('time: remaining time, interval, number', () => {
    expect(outcome(code('time', { ...late, endTime: NOW }))).toBe('timeShort')
    expect(outcome(code('time', { ...late, endTime: NOW + 3599 }))).toBe('timeShort')
    expect(outcome(code('time', late))).toBe('tooSoon')
    expect(outcome(code('time', { unbinds: 3 }))).toBe('tooMany')
    expect(outcome(code('time', { endTime: NOW + 3600 }))).toBe('unbound')
  })

  it('count: uses left, number, interval', () => {
    expect(outcome(code('count', { ...late, left: 0 }))).toBe('usesShort')
    expect(outcome(code('count', late))).toBe('tooMany')
    expect(outcome(code('count', { lastUnbind: NOW - 1 }))).toBe('tooSoon')
    expect(outcome(code('count', { left: 1 }))).toBe('unbound')
  })
})

describe('the cost', () => {
  it('time from time codes, uses from count codes, nothing from permanent ones', () => {
    expect(decideUnbind(policy, code('time'), by())).toEqual({
      outcome: 'unbound',
      change: { endTime: NOW + 10 * DAY - 3600, left: null },
    })
    expect(decideUnbind(policy, code('count', { left: 10 }), by())).toMatchObject({ change: { left: 9 } })
    expect(decideUnbind(policy, code('permanent'), by())).toMatchObject({
      change: { endTime: null, left: null },
    })
  })

  it('a missing end follows from the first use', () => {
    const given = code('time', { endTime: null, useTime: NOW - 100, seconds: DAY })
    expect(decideUnbind(policy, given, by())).toMatchObject({ change: { endTime: NOW - 100 + DAY - 3600 } })
  })

  it('unlimited uses never decrease, and cover any deduction', () => {
    const rules = { ...none, deductUses: 1_000_000 }
    expect(decideUnbind(rules, code('count', { left: 999_999_999 }), by())).toMatchObject({
      change: { left: 999_999_999 },
    })
  })

  it('never takes more than there is, whatever the numbers', () => {
    const small = fc.integer({ min: 0, max: 50 })
    fc.assert(
      fc.property(
        small,
        small,
        small,
        fc.constantFrom('time' as const, 'count' as const),
        (left, seconds, uses, type) => {
          const given = code(type, type === 'time' ? { endTime: NOW + left } : { left })
          const decision = decideUnbind({ ...none, deductSeconds: seconds, deductUses: uses }, given, by())
          const enough = type === 'time' ? left > 0 && seconds <= left : uses <= left
          expect(decision.outcome === 'unbound').toBe(enough)
          if (decision.outcome !== 'unbound') return
          if (type === 'time') expect(decision.change.endTime).toBeGreaterThanOrEqual(NOW)
          else expect(decision.change.left).toBeGreaterThanOrEqual(0)
        },
      ),
    )
  })
})

describe('a code used for a trading account', () => {
  it.each(CODE_TYPES)('%s: never leaves it, and strangers learn nothing', (type) => {
    const used = code(type, { accountKey: '1@A', markcode: '1@A', gaveSeconds: 5 })
    const own = { markcode: '1@A', accountKey: '1@A' }
    expect(outcome(used, own)).toBe('ofAccount')
    expect(outcome({ ...used, markcode: '' }, own)).toBe('ofAccount')
    expect(outcome(used, { markcode: '2@A', accountKey: '2@A' })).toBe('boundElsewhere')
    expect(outcome(used, { markcode: 'PC' })).toBe('boundElsewhere')
    expect(outcome({ ...used, disabled: true }, own)).toBe('disabled')
  })
})
