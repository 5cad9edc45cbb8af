import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ActionInput } from '../../src-server/contract/actions/index.ts'
import { ruleInput } from '../support/rule-input.ts'
import { until } from '../support/until.ts'
import { signIn } from './operators.ts'
import { RuleWorld, type RuledAccount } from './rule-world.ts'

/** The places of rules, the subjects that time decides, and the input of a rule. */
let rules: RuleWorld
beforeAll(async () => {
  rules = await RuleWorld.start()
})
afterAll(() => rules.world.server.end())
beforeEach(() => rules.renew())

describe('the nearest rule', () => {
  it('decides alone, in place of the application’s own setting', async () => {
    await rules.world.developer.call('app_update', { app: rules.app, mt5: { drawdown_threshold: 15 } })
    await rules.save({ name: 'Far', levels: [{ at: 10, act: 'pause_open' }] })
    const [near, far] = [await rules.account(), await rules.account()]
    await rules.save({ name: 'Near', place: 'account', account: near.id, levels: [{ at: 50, act: 'tell' }] })
    for (const one of [near, far]) await one.falls(20)
    await far.firing('pause_open')
    expect(await near.firings()).toEqual([])
    expect(await rules.world.of(rules.app, 'drawdown')).toEqual([])
    await near.falls(51)
    await near.firing('tell')
    const { rows } = await rules.world.developer.call('rule_list', {})
    const covers = rows
      .filter((row) => row.app === rules.app)
      .map(({ name, covers: n, fired: times }) => [name, n, times])
    expect(covers).toEqual([
      ['Near', 1, 1],
      ['Far', 1, 1],
    ])
  })

  it('follows the symbol, the server, the agent and the agents below it', async () => {
    const { agent } = await rules.world.developer.call('agent_create', {
      name: 'above',
      password: 'chosen for this',
    })
    const above = await signIn(rules.world.server, 'above', 'chosen for this')
    const below = (await above.call('agent_create', { name: 'below', password: 'chosen for this' })).agent
    await rules.save({ place: 'agent', agent: agent.id, levels: [{ at: 10, act: 'pause_add' }] })
    await rules.save({ place: 'symbol', word: 'xau*', levels: [{ at: 10, act: 'pause_open' }] })
    const [sold, gold, plain] = [
      await rules.account({ agent: below.id }),
      await rules.account(),
      await rules.account(),
    ]
    const falls = (one: RuledAccount, symbol: string) =>
      one.pulse({ equity: 8000, balance: 10_000, positions: 1, symbol })
    for (const one of [sold, plain]) await falls(one, 'EURUSD')
    await falls(gold, 'XAUUSD.m')
    await sold.firing('pause_add')
    await gold.firing('pause_open')
    expect(await plain.firings()).toEqual([])
    // Another chart: from the next pulse on, another rule decides.
    await falls(sold, 'XAUUSD')
    await sold.firing('pause_open')
  })

  it('begins at its start', async () => {
    await rules.save({ starts_at: rules.now + 600, levels: [{ at: 10, act: 'tell' }] })
    const one = await rules.account()
    await one.falls(20)
    expect(
      (await rules.world.developer.call('rule_list', {})).rows.find((row) => row.app === rules.app)!.idle,
    ).toBe('not_yet')
    rules.pass(600)
    await until(async () => {
      await one.falls(20)
      return (await one.firings()).length > 0
    }, 'the firing after the start')
  })

  it('is without effect when its place is gone, and the list says so', async () => {
    const one = await rules.account()
    await rules.save({ place: 'account', account: one.id })
    await rules.world.developer.call('device_delete', { ids: [one.id] })
    const { rows } = await rules.world.developer.call('rule_list', {})
    expect(rows.find((row) => row.account === one.id)).toMatchObject({ idle: 'place_gone', covers: 0 })
  })
})

describe('a subject that time decides', () => {
  it('silence, and the account is watched again when it is back', async () => {
    await rules.save({ subject: 'silence', levels: [{ at: 300, act: 'tell' }], cooldown: 60 })
    const one = await rules.account()
    await one.pulse({ equity: 1 })
    rules.pass(299)
    await one.pulse({ equity: 1 })
    rules.pass(299)
    expect(await one.firings()).toEqual([])
    rules.pass(1)
    const { facts } = await one.firing('tell')
    expect(facts).toMatchObject({ subject: 'silence', threshold: 300 })
    await one.pulse({ equity: 1 })
    rules.pass(300)
    await until(async () => (await one.firings())[0]?.times === 2, 'the second silence')
  })

  it('silence that goes on over a restart fires once', async () => {
    await rules.save({ subject: 'silence', levels: [{ at: 300, act: 'tell' }], cooldown: 60 })
    const [one, other] = [await rules.account(), await rules.account()]
    // After a start, terminals get two minutes to come back.
    rules.pass(130)
    await one.pulse({ equity: 1 })
    rules.pass(300)
    await one.firing('tell')
    await rules.restart()
    rules.pass(130)
    await other.pulse({ equity: 1 })
    await other.pulse({ equity: 1 })
    rules.pass(300)
    await other.firing('tell')
    expect((await one.firing('tell')).times).toBe(1)
  })

  it('several terminals', async () => {
    await rules.save({ subject: 'two_terminals', levels: [{ at: 0, act: 'pause_open' }] })
    const one = await rules.account()
    for (const from of ['198.51.100.1', '198.51.100.2', '198.51.100.1', '198.51.100.2']) {
      await one.pulse({ equity: 1 }, from)
      rules.pass(10)
    }
    await one.firing('pause_open')
  })

  it('a close order that isn’t carried out', async () => {
    await rules.save({ subject: 'close_overdue', levels: [{ at: 3, act: 'tell' }] })
    const one = await rules.account()
    await one.falls(1)
    await rules.world.developer.call('device_control', { ids: [one.id], close_all: true })
    expect(await one.falls(1)).toEqual([0, 0, 1])
    rules.pass(120)
    await one.falls(1)
    expect(await rules.world.of(rules.app, 'close_overdue')).toEqual([])
    rules.pass(61)
    expect((await one.firing('tell')).facts).toMatchObject({ subject: 'close_overdue', threshold: 3 })
  })

  it('the end of the licence', async () => {
    await rules.save({
      subject: 'licence_end',
      levels: [
        { at: 7, act: 'tell' },
        { at: 1, act: 'pause_open' },
      ],
    })
    const now = rules.now
    const soon = await rules.account({ vip: now + 2 * 86_400 })
    const [late, past] = [
      await rules.account({ vip: now + 8 * 86_400 }),
      await rules.account({ vip: now - 3 * 86_400 }),
    ]
    await soon.firing('tell')
    rules.pass(86_400)
    await rules.world.wait(0)
    await soon.firing('pause_open')
    await late.firing('tell')
    expect(await past.firings()).toEqual([])
  })
})

describe('the input of a rule', () => {
  it.each([
    ['account', { place: 'account' }, 'needed'],
    ['agent', { place: 'agent' }, 'needed'],
    ['word', { place: 'symbol' }, 'needed'],
    ['word', { place: 'application', word: 'XAUUSD' }, 'not_of_place'],
    [
      'levels',
      {
        levels: [
          { at: 10, act: 'tell' },
          { at: 5, act: 'tell' },
        ],
      },
      'not_worse',
    ],
    [
      'levels',
      {
        levels: [
          { at: 10, act: 'pause_open' },
          { at: 20, act: 'tell' },
        ],
      },
      'weaker',
    ],
    ['levels', { levels: [{ at: 0, act: 'tell' }] }, 'out_of_range'],
    ['levels', { subject: 'silence', levels: [{ at: 300, act: 'close_all' }] }, 'too_strong'],
    ['people', { people: [987_654] }, 'unknown'],
  ] as const)('%s of %j: %s', async (field, members, reason) => {
    const input = ruleInput(members as unknown as Partial<ActionInput<'rule_save'>>)
    expect(await rules.world.developer.try('rule_save', input)).toMatchObject({
      code: 422,
      fields: { [field]: reason },
    })
  })

  it('of the platform’s owner for an application belongs to the application’s developer', async () => {
    const rule = await rules.world.owner.call(
      'rule_save',
      ruleInput({ app: rules.app, name: 'Of the owner' }),
    )
    const seen = async (by = rules.world.developer) =>
      (await by.call('rule_list', {})).rows.some(({ id }) => id === rule.id)
    expect([await seen(), await seen(rules.world.owner), await seen(rules.world.other)]).toEqual([
      true,
      true,
      false,
    ])
    expect(await rules.world.other.try('rule_delete', { rule: rule.id })).toMatchObject({ code: 404 })
    await rules.world.developer.call('rule_delete', { rule: rule.id })
    expect(await seen(rules.world.owner)).toBe(false)
  })
})
