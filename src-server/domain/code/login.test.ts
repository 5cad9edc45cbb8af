import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newTestCode as code } from '../../../tests/support/test-code.ts'
import { CODE_TYPES } from '../../contract/code-names.ts'
import { codeState, type Code } from './code.ts'
import type { LoginAttempt } from './login-decision.ts'
import { decideLogin } from './login.ts'

const NOW = 1_700_000_000
const FOREVER = 4_102_243_200
const policy = { deviceCheck: true, ipCheck: false }
const SERVERS = { hasOwnLicense: true, disabled: false, disableReason: '' }

function attempt(change: Partial<LoginAttempt> = {}): LoginAttempt {
  return {
    markcode: 'PC',
    ip: '192.0.2.1',
    accountKey: undefined,
    record: undefined,
    agentBanned: false,
    now: NOW,
    ...change,
  }
}

describe('refusals that come before the type', () => {
  it.each(CODE_TYPES)('%s: recycled is unknown, disabled and a banned agent are disabled', (type) => {
    const outcome = (given: Code | undefined, by: Partial<LoginAttempt> = {}) =>
      decideLogin(policy, given, attempt(by)).outcome
    expect(outcome(undefined)).toBe('unknown')
    expect(outcome(code(type, { recycledAt: NOW - 1, disabled: true }))).toBe('unknown')
    expect(outcome(code(type, { disabled: true, markcode: 'OTHER' }))).toBe('disabled')
    expect(outcome(code(type), { agentBanned: true })).toBe('disabled')
  })

  it('refuses a points code before checking its machine', () => {
    expect(decideLogin(policy, code('points', { markcode: 'OTHER' }), attempt())).toEqual({
      outcome: 'pointsCode',
    })
  })

  it.each(['time', 'permanent', 'count'] as const)('%s: another machine, another IP', (type) => {
    const bound = code(type, { markcode: 'OTHER', ip: '192.0.2.9' })
    const both = { deviceCheck: true, ipCheck: true }
    expect(decideLogin(both, bound, attempt()).outcome).toBe('boundElsewhere')
    expect(decideLogin({ ...both, deviceCheck: false }, bound, attempt()).outcome).toBe('ipDiffers')
    expect(decideLogin({ deviceCheck: false, ipCheck: false }, bound, attempt()).outcome).toBe('granted')
    expect(decideLogin(both, { ...bound, markcode: 'PC' }, attempt({ ip: '192.0.2.9' })).outcome).toBe(
      'granted',
    )
  })

  it('a VIP code moves to the machine and the address that log in, at no cost', () => {
    const bound = code('vip', { markcode: 'OTHER', ip: '192.0.2.9', useTime: 5, unbinds: 2 })
    expect(decideLogin({ deviceCheck: true, ipCheck: true }, bound, attempt())).toEqual({
      outcome: 'granted',
      vip: FOREVER,
      change: { markcode: 'PC', ip: '192.0.2.1', ip6: '' },
    })
    const here = { ...bound, markcode: 'PC' }
    expect(decideLogin({ deviceCheck: true, ipCheck: true }, here, attempt()).outcome).toBe('ipDiffers')
  })

  it('checks machine and IP before the end, so that a stranger learns nothing about the end', () => {
    const over = code('time', { markcode: 'OTHER', useTime: 1, endTime: 2 })
    expect(decideLogin(policy, over, attempt()).outcome).toBe('boundElsewhere')
  })

  it('refuses a code of a trading account on any other machine, whatever the device check', () => {
    const loose = { deviceCheck: false, ipCheck: false }
    for (const type of ['permanent', 'vip'] as const) {
      const used = code(type, { accountKey: '1@A', markcode: '1@A', gaveSeconds: FOREVER })
      expect(decideLogin(loose, used, attempt({ markcode: '2@A', accountKey: '2@A' })).outcome).toBe(
        'boundElsewhere',
      )
      expect(decideLogin(loose, used, attempt()).outcome).toBe('boundElsewhere')
    }
  })
})

describe('the address check', () => {
  const checked = { deviceCheck: true, ipCheck: true }
  const from = (bound: Partial<Code>, ip: string) =>
    decideLogin(checked, code('permanent', { markcode: 'PC', useTime: 5, ...bound }), attempt({ ip }))

  it.each([
    ['the same address', { ip: '203.0.113.9' }, '203.0.113.9', {}],
    ['the same address, mapped into IPv6', { ip: '203.0.113.9' }, '::ffff:203.0.113.9', {}],
    ['the same /64', { ip6: '2001:db8:1:2' }, '2001:db8:1:2:bbbb::2', {}],
    ['the same /64, bound whole by version 0.1.0', { ip: '2001:db8:1:2:aaaa::1' }, '2001:DB8:1:2::7', {}],
    [
      'the first address of the other family',
      { ip: '203.0.113.9' },
      '2001:db8:1:2::9',
      { ip6: '2001:db8:1:2' },
    ],
    [
      'the first IPv4 address after an IPv6 one',
      { ip6: '2001:db8:1:2' },
      '203.0.113.9',
      { ip: '203.0.113.9' },
    ],
    [
      'an IPv4 address beside one of version 0.1.0',
      { ip: '2001:db8:1:2:aaaa::1' },
      '203.0.113.9',
      { ip: '203.0.113.9', ip6: '2001:db8:1:2' },
    ],
  ])('%s', (_, bound, ip, change) => {
    expect(from(bound, ip)).toEqual({ outcome: 'granted', vip: FOREVER, change })
  })

  it.each([
    ['another address', { ip: '203.0.113.9' }, '203.0.113.10'],
    ['another /64', { ip6: '2001:db8:1:2' }, '2001:db8:1:3::1'],
    ['another /64 than the address of version 0.1.0', { ip: '2001:db8:1:2::1' }, '2001:db8:1:3::1'],
    ['another address, both families bound', { ip: '203.0.113.9', ip6: '2001:db8:1:2' }, '203.0.113.10'],
  ])('%s is refused', (_, bound, ip) => {
    expect(from(bound, ip)).toEqual({ outcome: 'ipDiffers' })
  })
})

describe('what a type gives', () => {
  const bound = { markcode: 'PC', ip: '192.0.2.1', ip6: '' }
  it.each<[string, Code, number | 'ended', object]>([
    [
      'time, first',
      code('time', { seconds: 86_400 }),
      NOW + 86_400,
      { ...bound, useTime: NOW, endTime: NOW + 86_400 },
    ],
    ['time, again', code('time', { ...bound, useTime: NOW - 10, endTime: NOW + 5 }), NOW + 5, {}],
    ['time, at its end', code('time', { ...bound, useTime: 1, endTime: NOW }), 'ended', {}],
    [
      'time, end set before its first use',
      code('time', { endTime: NOW + 9 }),
      NOW + 9,
      { ...bound, useTime: NOW },
    ],
    [
      'time beyond the permanent end',
      code('time', { seconds: 3e9 }),
      FOREVER,
      { ...bound, useTime: NOW, endTime: FOREVER },
    ],
    ['permanent, first', code('permanent'), FOREVER, { ...bound, useTime: NOW }],
    ['permanent, again', code('permanent', { ...bound, useTime: 5 }), FOREVER, {}],
    ['permanent, unbound meanwhile', code('permanent', { useTime: 5 }), FOREVER, bound],
    ['vip without a duration', code('vip'), FOREVER, { ...bound, useTime: NOW }],
    [
      'vip with a duration',
      code('vip', { seconds: 60 }),
      NOW + 60,
      { ...bound, useTime: NOW, endTime: NOW + 60 },
    ],
    ['vip, ended', code('vip', { ...bound, seconds: 60, useTime: 1, endTime: 61 }), 'ended', {}],
    ['vip without a duration but with an end', code('vip', { endTime: NOW - 1 }), 'ended', {}],
    ['count, first', code('count'), NOW + 3600, { ...bound, useTime: NOW, left: 2 }],
    ['count, last', code('count', { ...bound, useTime: 5, left: 1 }), NOW + 3600, { left: 0 }],
    ['count, none left', code('count', { ...bound, useTime: 5, left: 0 }), 'ended', {}],
    ['count, unlimited', code('count', { ...bound, useTime: 5, left: 999_999_999 }), NOW + 3600, {}],
  ])('%s', (_, given, vip, change) => {
    expect(decideLogin(policy, given, attempt())).toEqual(
      vip === 'ended' ? { outcome: 'ended' } : { outcome: 'granted', vip, change },
    )
  })
})

describe('properties', () => {
  const anyCode = fc
    .record({
      type: fc.constantFrom(...CODE_TYPES),
      seconds: fc.nat(100_000),
      left: fc.option(fc.nat(3)),
      markcode: fc.constantFrom('', 'PC', 'OTHER'),
      ip: fc.constantFrom('', '192.0.2.1', '192.0.2.9'),
      useTime: fc.option(fc.integer({ min: NOW - 100, max: NOW })),
      endTime: fc.option(fc.integer({ min: NOW - 100, max: NOW + 100 })),
      disabled: fc.boolean(),
      recycledAt: fc.option(fc.constant(NOW - 5)),
      accountKey: fc.constantFrom('', '1@A', '2@A'),
    })
    .map(({ type, ...change }) => code(type, change))
  const anyAttempt = fc
    .record({
      markcode: fc.constantFrom('PC', 'OTHER'),
      accountKey: fc.constantFrom(undefined, '1@A'),
      agentBanned: fc.boolean(),
    })
    .map(attempt)
  const anyPolicy = fc.record({ deviceCheck: fc.boolean(), ipCheck: fc.boolean() })

  it('a grant ends in the future, takes at most one use, and moves neither an end nor a trading account', () => {
    fc.assert(
      fc.property(anyPolicy, anyCode, anyAttempt, (rules, given, by) => {
        const decision = decideLogin(rules, given, by)
        if (decision.outcome !== 'granted') return
        const { vip, change } = decision
        expect(vip).toBeGreaterThan(by.now)
        if (given.endTime !== null) expect(change).not.toHaveProperty('endTime')
        if (given.useTime !== null) expect(change).not.toHaveProperty('useTime')
        if (given.accountKey !== '') expect(given.accountKey).toBe(by.accountKey)
        if ('left' in change) expect(change.left).toBe((given.left ?? 0) - 1)
      }),
    )
  })

  it('the same machine gets another grant at once, while something is left', () => {
    fc.assert(
      fc.property(anyPolicy, anyCode, anyAttempt, (rules, given, by) => {
        const first = decideLogin(rules, given, by)
        if (first.outcome !== 'granted') return
        const record = first.record ?? by.record
        const now = record && { ...by, record: { ...record, ...SERVERS } }
        const after = { ...given, ...first.change }
        const second = decideLogin(rules, after, now ?? by)
        const isUsedUp = given.type === 'count' && after.left === 0 && record === undefined
        expect(second.outcome).toBe(isUsedUp ? 'ended' : 'granted')
        if (record !== undefined && second.outcome === 'granted') expect(second.vip).toBe(first.vip)
      }),
    )
  })
})

describe('codeState', () => {
  it.each<[string, Code]>([
    ['recycled', code('count', { recycledAt: 1, disabled: true, left: 0 })],
    ['disabled', code('count', { disabled: true, left: 0 })],
    ['used_up', code('count', { left: 0, endTime: 1, useTime: 1 })],
    ['expired', code('time', { useTime: 1, endTime: NOW })],
    ['in_use', code('time', { useTime: 1, endTime: NOW + 1 })],
    ['unused', code('time')],
  ])('%s', (state, given) => {
    expect(codeState(given, NOW)).toBe(state)
  })
})
