import { describe, expect, it } from 'vitest'
import { nearestRules, placedRule, type Placed } from './nearest.ts'
import type { Rule } from './rule.ts'

let made = 0
const rule = (members: Partial<Rule>): Rule => ({
  id: ++made,
  ownerId: 1,
  name: `rule ${made}`,
  place: 'application',
  accountId: null,
  agentId: null,
  word: '',
  appId: null,
  subject: 'drawdown',
  levels: [{ at: 30, act: 'tell' }],
  rearm: 80,
  cooldown: 900,
  quiet: null,
  startsAt: null,
  enabled: true,
  people: [],
  createdAt: 0,
  ...members,
})
const ACCOUNT: Placed = {
  deviceId: 7,
  appId: 10_001,
  ownerId: 1,
  symbol: 'XAUUSD.m',
  server: 'Broker-Live',
  tags: ['vip', 'night'],
  // The account's agent, and the agents above.
  agents: [52, 51, 50],
}
const nearest = (rules: readonly Rule[], account = ACCOUNT) =>
  nearestRules(rules.map(placedRule), account).get('drawdown')?.name

describe('the nearest rule', () => {
  const places = {
    account: rule({ place: 'account', accountId: 7 }),
    symbol: rule({ place: 'symbol', word: 'xauusd*' }),
    server: rule({ place: 'server', word: 'Broker-Live' }),
    tag: rule({ place: 'tag', word: 'VIP' }),
    agent: rule({ place: 'agent', agentId: 52 }),
    'agent above': rule({ place: 'agent', agentId: 51 }),
    'agent at the top': rule({ place: 'agent', agentId: 50 }),
    application: rule({ appId: 10_001 }),
    'all applications': rule({}),
  }
  it.each(Object.keys(places).map((name, place) => [name, place] as const))(
    'is the one of the %s, of it and all that are further',
    (_, place) => {
      const rules = Object.values(places).slice(place)
      for (const order of [rules, [...rules].reverse()]) expect(nearest(order)).toBe(rules[0]!.name)
    },
  )

  it('is the older one of two at one place', () => {
    const [older, newer] = [rule({ place: 'tag', word: 'night' }), rule({ place: 'tag', word: 'vip' })]
    expect(nearest([newer, older])).toBe(older.name)
  })

  it('is the one of a single application, of two at one place', () => {
    const [all, one] = [
      rule({ place: 'tag', word: 'vip' }),
      rule({ place: 'tag', word: 'vip', appId: 10_001 }),
    ]
    expect(nearest([all, one])).toBe(one.name)
  })

  it('is found for each subject by itself', () => {
    const [near, far] = [rule({ place: 'account', accountId: 7, subject: 'equity' }), rule({})]
    const found = nearestRules([near, far].map(placedRule), ACCOUNT)
    expect([found.get('equity'), found.get('drawdown')]).toEqual([near, far])
  })

  it.each([
    ['another owner', { ownerId: 2 }],
    ['another application', { appId: 10_002 }],
    ['another account', { place: 'account', accountId: 8 }],
    ['another symbol', { place: 'symbol', word: 'XAUUSD' }],
    ['another server', { place: 'server', word: 'Broker-Demo' }],
    ['another tag', { place: 'tag', word: 'vi' }],
    ['an agent below', { place: 'agent', agentId: 53 }],
    ['no agent', { place: 'agent', agentId: null }],
  ] as const)('is none of %s', (_, members) => {
    expect(nearest([rule(members)])).toBeUndefined()
  })

  it('of any symbol is none before the account has one', () => {
    const all = [rule({ place: 'symbol', word: '*' })]
    expect([nearest(all), nearest(all, { ...ACCOUNT, symbol: '' })]).toEqual([all[0]!.name, undefined])
  })
})

describe('a word', () => {
  it.each([
    ['EURUSD', 'eurusd', true],
    ['EURUSD', 'EURUSDm', false],
    ['EURUSD*', 'EURUSDm', true],
    ['EURUSD*', 'EURUSD', true],
    ['*USD*', 'XAUUSD.r', true],
    ['*USD', 'USDJPY', false],
    ['Broker*Live*', 'Broker-Live 3', true],
    ['A*A', 'A', false],
    ['A*B*A', 'ABA', true],
    ['A*BB*A', 'ABA', false],
    ['a.c', 'abc', false],
  ] as const)('%s, %s: %s', (word, text, isCovered) => {
    expect(placedRule(rule({ word })).isWord(text)).toBe(isCovered)
  })
})
