import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ruleInput } from '../support/rule-input.ts'
import { until } from '../support/until.ts'
import { RuleWorld } from './rule-world.ts'

/** Rules that act: firings, pauses, commands, undo, and what survives a restart. */
let rules: RuleWorld
beforeAll(async () => {
  rules = await RuleWorld.start()
})
afterAll(() => rules.world.server.end())
beforeEach(() => rules.renew())

const LADDER = [
  { at: 10, act: 'tell' },
  { at: 20, act: 'pause_add' },
  { at: 30, act: 'pause_open' },
  { at: 40, act: 'close_all' },
] as const

describe('a ladder', () => {
  it('acts at each level, and each order is in the answer of the next pulse', async () => {
    await rules.save({ levels: [...LADDER] })
    const one = await rules.account()
    expect(await one.falls(12)).toEqual([0, 0, 0])
    await one.firing('tell')
    expect(await one.falls(22)).toEqual([0, 0, 0])
    await one.firing('pause_add')
    expect(await one.falls(32)).toEqual([1, 0, 0])
    await one.firing('pause_open')
    expect(await one.falls(42)).toEqual([1, 1, 0])
    await one.firing('close_all')
    expect(await one.falls(42)).toEqual([1, 1, 1])
    expect(await one.falls(42)).toEqual([1, 1, 0])
    const { commands } = await rules.world.developer.call('device_get', { id: one.id })
    expect(commands).toMatchObject([
      { state: 'delivered', asked_by: 'rule: A rule', reason: expect.stringContaining('42 %') as string },
    ])
    const risk = await one.firing('close_all')
    expect(risk.facts).toMatchObject({ rule: 'A rule', value: 42, threshold: 40, command: 'delivered' })
  })

  it('that is reached at once does all its acts, with one row of the audit log each', async () => {
    await rules.save({ name: 'All at once', levels: [...LADDER] })
    const one = await rules.account()
    await one.falls(55)
    await one.firing('close_all')
    expect(await one.falls(55)).toEqual([1, 1, 1])
    const { rows } = await rules.world.owner.call('audit_list', { filter: { subject_kind: 'device' } })
    const own = rows.filter(({ subject_id: id, action }) => id === String(one.id) && action === 'rule_act')
    expect(own.map(({ person_name: name, after }) => [name, after])).toEqual([
      ['rule: All at once', { reason: expect.any(String) as string, close_all: 'asked' }],
      ['rule: All at once', { reason: expect.any(String) as string, pause_open: true }],
      ['rule: All at once', { reason: '回撤 55 %，档位 20 %', pause_add: true }],
    ])
  })

  it('does nothing on a pulse without figures', async () => {
    await rules.save({ levels: [...LADDER] })
    const one = await rules.account()
    await one.falls(5)
    for (const said of [{}, { equity: 0, balance: 0 }, { equity: 100 }, { balance: 100 }])
      await one.pulse(said)
    await one.falls(12)
    expect((await one.firing('tell')).times).toBe(1)
  })

  it('fires again after its cool-down only when the value was back', async () => {
    await rules.save({ levels: [{ at: 10, act: 'tell' }], cooldown: 900 })
    const one = await rules.account()
    const times = async () => (await one.firings())[0]?.times
    await one.falls(12)
    await one.firing('tell')
    rules.pass(1000)
    await one.falls(15)
    await one.falls(7.9)
    await one.falls(11)
    await until(async () => (await times()) === 2, 'the second firing')
    await one.falls(7)
    await one.falls(11)
    rules.pass(890)
    await one.falls(11)
    expect(await times()).toBe(2)
    rules.pass(10)
    await one.falls(11)
    await until(async () => (await times()) === 3, 'the firing after the cool-down')
  })

  it('goes on after a restart where it was', async () => {
    await rules.save({ levels: [...LADDER] })
    const one = await rules.account()
    await one.falls(22)
    await one.firing('pause_add')
    await rules.restart()
    await one.falls(22)
    await one.falls(31)
    expect((await one.firing('pause_open')).times).toBe(3)
  })

  it('begins anew when the record moves to another trading account', async () => {
    for (const subject of ['drawdown', 'drawdown_peak'] as const)
      await rules.save({ subject, levels: [{ at: 10, act: 'tell' }] })
    const one = await rules.account()
    await one.falls(0)
    await one.falls(12)
    await until(async () => (await one.firings()).length === 2, 'both firings')
    const { developer } = rules.world
    await developer.call('device_move', { id: one.id, account_key: `${rules.app}777@Broker` })
    const pulse = (equity: number) =>
      rules.world.tell(rules.app, `${rules.app}777@Broker`, { equity, balance: 10_000 })
    await pulse(8500)
    await until(async () => (await one.firings()).some(({ times }) => times === 2), 'the firing')
    // Its own highest equity is 8500.
    const times = (await one.firings()).map(({ facts, times: n }) => [facts['subject'], n])
    expect(times.sort()).toEqual([
      ['drawdown', 2],
      ['drawdown_peak', 1],
    ])
  })

  it('begins anew when its levels change', async () => {
    const rule = await rules.save({ levels: [{ at: 10, act: 'tell' }] })
    const one = await rules.account()
    await one.falls(35)
    await one.firing('tell')
    await rules.save({ rule: rule.id, name: 'Renamed', levels: [{ at: 10, act: 'tell' }] })
    await one.falls(35)
    await rules.save({ rule: rule.id, levels: [{ at: 20, act: 'pause_open' }] })
    await one.falls(35)
    expect((await one.firing('pause_open')).times).toBe(2)
  })
})

describe('the highest equity and the equity of the day', () => {
  it('survive a restart, and the day begins at midnight', async () => {
    await rules.save({ subject: 'drawdown_peak', levels: [{ at: 20, act: 'pause_add' }] })
    await rules.save({ subject: 'drawdown_day', levels: [{ at: 20, act: 'pause_open' }] })
    const one = await rules.account()
    await one.pulse({ equity: 10_000 })
    await one.pulse({ equity: 12_500 })
    await rules.restart()
    await one.pulse({ equity: 10_001 })
    expect(await rules.world.of(rules.app, 'rule')).toEqual([])
    await one.pulse({ equity: 10_000 })
    await one.firing('pause_add')
    await rules.world.wait(86_400)
    await one.pulse({ equity: 9_000 })
    await one.pulse({ equity: 7_201 })
    expect(await one.pulse({ equity: 7_200 })).toEqual([1, 0, 0])
    await one.firing('pause_open')
  })

  it('begin anew when their rule was off meanwhile, as for a withdrawal', async () => {
    const { developer } = rules.world
    const peak = { subject: 'drawdown_peak', levels: [{ at: 20, act: 'tell' }] } as const
    const { id } = await rules.save({ ...peak, levels: [...peak.levels] })
    await rules.save({ subject: 'drawdown_day', levels: [{ at: 60, act: 'tell' }] })
    const one = await rules.account()
    await one.pulse({ equity: 10_000 })
    const input = ruleInput({ app: rules.app, rule: id, ...peak, levels: [...peak.levels] })
    await developer.call('rule_save', { ...input, enabled: false })
    await one.pulse({ equity: 5000 })
    await developer.call('rule_save', input)
    await one.pulse({ equity: 4500 })
    await one.pulse({ equity: 4001 })
    // The day's rule was on all the time.
    await one.pulse({ equity: 4000 })
    await one.firing('tell')
    const subjects = async () => (await one.firings()).map(({ facts }) => facts['subject']).sort()
    await until(async () => (await subjects()).length === 1, 'one firing')
    expect(await subjects()).toEqual(['drawdown_day'])
    await one.pulse({ equity: 3600 })
    await until(async () => (await subjects()).length === 2, 'the firing from the new peak')
  })
})

describe('the undo of a pause', () => {
  async function paused() {
    await rules.save({ levels: [{ at: 10, act: 'pause_open' }] })
    const one = await rules.account()
    await one.falls(12)
    const { key, facts } = await one.firing('pause_open')
    expect(facts['can_undo']).toBe(1)
    return { one, key }
  }

  it('works once, and the rule doesn’t pause again before it is armed', async () => {
    const { one, key } = await paused()
    expect(await rules.world.developer.call('risk_undo', { key })).toEqual({
      pause_add: true,
      pause_open: true,
    })
    expect(await one.falls(13)).toEqual([0, 0, 0])
    const again = await rules.world.developer.try('risk_undo', { key })
    expect(again).toMatchObject({ code: 409, fields: { key: 'already' } })
    expect(await one.falls(14)).toEqual([0, 0, 0])
    expect((await one.firing('pause_open')).facts).toMatchObject({ can_undo: 0, undone_by: 'developer' })
  })

  it('is refused when a person has set the switch since', async () => {
    const { one, key } = await paused()
    for (const pause_open of [false, true])
      await rules.world.developer.call('device_control', { ids: [one.id], pause_open, pause_add: true })
    const reply = await rules.world.developer.try('risk_undo', { key })
    expect(reply).toMatchObject({ code: 409, fields: { key: 'changed_since' } })
    expect(await one.falls(12)).toEqual([1, 1, 0])
  })

  it('leaves what a milder level had paused', async () => {
    await rules.save({ levels: [...LADDER] })
    const one = await rules.account()
    await one.falls(35)
    const { key } = await one.firing('pause_open')
    expect(await rules.world.developer.call('risk_undo', { key })).toEqual({
      pause_add: false,
      pause_open: true,
    })
    expect(await one.falls(35)).toEqual([1, 0, 0])
  })

  it('is refused for a firing that only told, and for somebody else', async () => {
    await rules.save({ levels: [{ at: 10, act: 'tell' }] })
    const one = await rules.account()
    await one.falls(12)
    const { key } = await one.firing('tell')
    const told = await rules.world.developer.try('risk_undo', { key })
    expect(told).toMatchObject({ code: 409, fields: { key: 'no_pause' } })
    expect(await rules.world.other.try('risk_undo', { key })).toMatchObject({ code: 404 })
  })
})
