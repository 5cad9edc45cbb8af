import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { RuleWorld } from './rule-world.ts'

/** The rules and firings on the page of an account: for each subject, the rule that decides. */
let rules: RuleWorld
beforeAll(async () => {
  rules = await RuleWorld.start()
})
afterAll(() => rules.world.server.end())
beforeEach(() => rules.renew())

const of = (id: number, by = rules.world.developer) => by.call('device_rules', { id })
const TELL = [{ at: 30, act: 'tell' }] as const
const PAUSE = [
  { at: 20, act: 'tell' },
  { at: 30, act: 'pause_open' },
] as const

it('names the nearest rule of each subject, and the farther ones that have no effect', async () => {
  const one = await rules.account()
  await rules.save({ name: 'Wide', levels: [...TELL] })
  await rules.save({ name: 'Equity', subject: 'equity', levels: [{ at: 100, act: 'tell' }] })
  await rules.save({ name: 'Server', place: 'server', word: 'broker', levels: [...TELL] })
  await rules.save({ name: 'Own', place: 'account', app: null, account: one.id, levels: [...PAUSE] })
  const { rows } = await of(one.id)
  const named = rows.map(({ subject, rule, over }) => [subject, rule?.name, over.map(({ name }) => name)])
  expect(named.sort()).toEqual([
    ['close_overdue', undefined, []],
    ['drawdown', 'Own', ['Server', 'Wide']],
    ['equity', 'Equity', []],
  ])
  const own = rows.find(({ subject }) => subject === 'drawdown')
  expect(own).toMatchObject({ levels: PAUSE, rule: { place: 'account', account_key: one.key } })
})

it("names the application's own alerts only where no rule decides", async () => {
  const { developer } = rules.world
  await developer.call('app_update', {
    app: rules.app,
    mt5: { drawdown_threshold: 25, silence_alert: 600, close_overdue_alert: false },
  })
  const one = await rules.account()
  expect((await of(one.id)).rows).toEqual([
    { subject: 'drawdown', rule: null, levels: [{ at: 25, act: 'tell' }], over: [] },
    { subject: 'silence', rule: null, levels: [{ at: 600, act: 'tell' }], over: [] },
  ])
  await rules.save({ name: 'Wide', levels: [...TELL] })
  expect((await of(one.id)).rows.map(({ subject, rule }) => [subject, rule?.name])).toEqual([
    ['drawdown', 'Wide'],
    ['silence', undefined],
  ])
})

it('leaves out rules that are off or have not started', async () => {
  const one = await rules.account()
  await rules.save({ name: 'Off', enabled: false })
  await rules.save({ name: 'Later', starts_at: rules.now + 3600 })
  expect((await of(one.id)).rows.filter(({ rule }) => rule !== null)).toEqual([])
})

it('lists the firings with their level, act and command, and whether their pause can be undone', async () => {
  const levels = [...PAUSE, { at: 40, act: 'close_all' } as const]
  const { id } = await rules.save({ name: 'Ladder', levels })
  const one = await rules.account()
  await one.falls(35)
  await one.firing('pause_open')
  rules.pass(10)
  await one.falls(45)
  const closed = await one.firing('close_all')
  const firing = { rule: id, rule_name: 'Ladder', subject: 'drawdown', undone_at: null }
  const { firings } = await of(one.id)
  expect(firings).toMatchObject([
    { ...firing, level: 2, act: 'close_all', value: 45, threshold: 40, command: 'asked', undoable: false },
    { ...firing, level: 1, act: 'pause_open', value: 35, threshold: 30, command: null, undoable: true },
    { ...firing, level: 0, act: 'tell', value: 35, threshold: 20, command: null, undoable: false },
  ])
  expect(firings[0]?.key).toBe(closed.key)

  await rules.world.developer.call('risk_undo', { key: firings[1]?.key ?? '' })
  const after = (await of(one.id)).firings[1]
  expect(after).toMatchObject({ undoable: false, undone_at: rules.now, undone_by: 'developer' })

  await rules.world.developer.call('rule_delete', { rule: id })
  expect((await of(one.id)).firings[0]).toMatchObject({ rule: id, rule_name: '', subject: null })
})

it('names the people whom a rule may tell: the operator, their staff, and for the owner both teams', async () => {
  const { developer, owner, other } = rules.world
  const role = await developer.call('role_create', { name: `Night ${rules.app}`, permissions: ['rules'] })
  const name = `guard${rules.app}`
  await developer.call('staff_create', { name, password: 'a long password', role: role.id })
  const of = async (by: typeof owner, app?: number) =>
    (await by.call('rule_people', app === undefined ? {} : { app })).rows.map((person) => person.name)
  expect(await of(developer)).toEqual(['developer', name])
  expect(await of(developer, rules.app)).toEqual(['developer', name])
  expect(await of(owner, rules.app)).toEqual(['developer', name, 'owner'])
  expect(await of(other)).toEqual(['other developer'])
})

it("hides other developers' accounts", async () => {
  const one = await rules.account()
  expect((await rules.world.other.try('device_rules', { id: one.id })).code).toBe(404)
})
