import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ActionInput, ActionOutput } from '../../src-server/contract/actions/index.ts'
import { ruleInput } from '../support/rule-input.ts'
import { until } from '../support/until.ts'
import { RiskWorld } from './risk-world.ts'

let world: RiskWorld
let app: number
let falling: { readonly id: number; readonly key: string }
let calm: { readonly id: number; readonly key: string }
/** The beginning of the history, Unix seconds. */
let began: number

const LADDER = [
  { at: 20, act: 'tell' },
  { at: 30, act: 'pause_open' },
] as const satisfies ActionInput<'rule_save'>['levels']
const DAY = 86_400
const WEEK = 7 * DAY

/** Two accounts, with a pulse every 10 minutes. The drawdown of one goes to 22 %, 35 %, back, and to 25 %. */
beforeAll(async () => {
  world = await RiskWorld.start()
  app = await world.application({ sign: false, window: 0, device_check: false })
  falling = await world.device(app)
  calm = await world.device(app)
  // Noon of a Wednesday: the market is open, and midnight is far.
  await world.wait(WEEK - ((world.server.clock.now() - 6 * DAY - 12 * 3600) % WEEK))
  began = world.server.clock.now()
  for (const dd of [5, 22, 35, 3, 25, 4]) {
    const figures = { dd, equity: 1000 - 10 * dd, balance: 1000, positions: 2, margin_level: 1000 - 20 * dd }
    await world.pulse(app, falling.key, figures)
    await world.pulse(app, calm.key, { dd: 1, equity: 990, balance: 1000, positions: 1 })
    world.server.clock.pass(600)
  }
})
afterAll(async () => {
  await world.server.end()
})

type Members = Partial<ActionInput<'rule_try'>>

const question = (members: Members): ActionInput<'rule_try'> => ({
  ...ruleInput({ app, levels: [...LADDER] }),
  from: began - 600,
  to: world.server.clock.now(),
  ...members,
})
const trial = (members: Members = {}) => world.developer.call('rule_try', question(members))
/** The stored history, which follows a pulse within moments. */
async function settled(isThere: (tried: ActionOutput<'rule_try'>) => boolean, members: Members = {}) {
  let tried = await trial(members)
  await until(async () => isThere((tried = await trial(members))), 'the history')
  return tried
}
const shown = ({ rows }: ActionOutput<'rule_try'>) =>
  rows.map(({ device, level, value, act, at }) => [
    device === falling.id ? 'falling' : 'calm',
    `${value}`,
    level,
    act,
    Math.round((at - began) / 600),
  ])

describe('rule_try', () => {
  it('says when, for which account, at which level and with which act a rule would have fired', async () => {
    const tried = await settled(({ fired }) => fired === 3)
    expect(shown(tried)).toEqual([
      ['falling', '25', 0, 'tell', 4],
      ['falling', '35', 1, 'pause_open', 2],
      ['falling', '22', 0, 'tell', 1],
    ])
    expect(tried).toMatchObject({
      subject: 'drawdown',
      recorded: true,
      step: 60,
      covered: 2,
      accounts: 2,
      is_cut: false,
      fired_accounts: 1,
      levels: [
        { at: 20, act: 'tell', fired: 2, accounts: 1 },
        { at: 30, act: 'pause_open', fired: 1, accounts: 1 },
      ],
    })
  })

  it('does nothing: no pause, no event, no rule', async () => {
    await trial()
    const { pause_open: isPaused } = await world.developer.call('device_get', { id: falling.id })
    expect(isPaused).toBe(false)
    expect((await world.developer.call('rule_list', {})).rows).toEqual([])
    expect(await world.of(app, 'rule')).toEqual([])
  })

  it('lists the newest firings up to the limit, and counts all', async () => {
    await settled(({ fired }) => fired === 3)
    const { rows, fired } = await trial({ limit: 1 })
    expect([rows.map(({ value }) => value), fired]).toEqual([[25], 3])
  })

  it('respects the cool-down and the span', async () => {
    await settled(({ fired }) => fired === 3)
    expect((await trial({ cooldown: 3600 })).fired).toBe(2)
    expect((await trial({ from: began + 1800 })).levels.map(({ fired }) => fired)).toEqual([1, 0])
  })

  it('has coarser steps in a longer span, and says so', async () => {
    const { step } = await trial({ from: world.server.clock.now() - 7 * DAY })
    expect(step).toBe(600)
    const month = await trial({ from: 0 })
    expect(month.step).toBe(3600)
  })

  it.each<[string, Members, readonly unknown[]]>([
    ['equity', { subject: 'equity', levels: [{ at: 700, act: 'tell' }] }, [650]],
    ['floating_loss', { subject: 'floating_loss', levels: [{ at: 300, act: 'tell' }] }, [350]],
    ['margin_level', { subject: 'margin_level', levels: [{ at: 400, act: 'tell' }] }, [300]],
    // 650 is 31.58 % below the 950 of the first pulse.
    ['drawdown_peak', { subject: 'drawdown_peak', levels: [{ at: 31, act: 'tell' }] }, [31.58]],
    ['drawdown_day', { subject: 'drawdown_day', levels: [{ at: 31, act: 'tell' }] }, [31.58]],
  ])('replays %s', async (_, members, expected) => {
    const { rows } = await settled(({ fired }) => fired > 0, members)
    expect(rows.map(({ value }) => Math.round(value * 100) / 100)).toEqual(expected)
  })

  it('replays silence by the gaps of the history, while the market is open', async () => {
    const quiet = await world.device(app)
    const start = world.server.clock.now()
    const pulse = () => world.pulse(app, quiet.key, { dd: 1, equity: 990, balance: 1000 })
    await pulse()
    world.server.clock.pass(7200)
    await pulse()
    world.server.clock.pass(120)
    await pulse()
    const silence: Members = {
      place: 'account',
      app: null,
      account: quiet.id,
      subject: 'silence',
      levels: [{ at: 1800, act: 'tell' }],
      from: start - 60,
      to: start + 7320,
    }
    const { rows, accounts } = await settled(({ fired }) => fired === 1, silence)
    expect(accounts).toBe(1)
    expect(rows[0]?.value).toBe(1800)
  })

  it('replays the end of a licence by its date', async () => {
    const now = world.server.clock.now()
    const ending = await world.developer.call('device_create', {
      app,
      account_key: '77@Broker',
      vip: now + 3 * DAY,
    })
    const tried = await trial({
      place: 'account',
      app: null,
      account: ending.id,
      subject: 'licence_end',
      levels: [
        { at: 7, act: 'tell' },
        { at: 1, act: 'tell' },
      ],
      from: now - 10 * DAY,
    })
    expect(tried).toMatchObject({
      step: null,
      fired: 1,
      rows: [{ at: now - 4 * DAY, value: 7, level: 0, device: ending.id }],
    })
  })

  it('says that the history has no values of several terminals', async () => {
    const tried = await trial({ subject: 'two_terminals', levels: [{ at: 5, act: 'tell' }] })
    expect(tried).toMatchObject({ recorded: false, fired: 0, rows: [] })
  })

  it('covers only the accounts for which the rule would decide', async () => {
    const { id } = await world.developer.call(
      'rule_save',
      ruleInput({
        name: 'Nearer',
        place: 'account',
        app: null,
        account: calm.id,
        levels: [{ at: 90, act: 'tell' }],
      }),
    )
    const before = await trial({ place: 'server', word: 'broker' })
    expect((await trial({ place: 'account', app: null, account: calm.id })).covered).toBe(0)
    expect((await trial({ rule: id, app: null, place: 'account', account: calm.id })).covered).toBe(1)
    await world.developer.call('rule_delete', { rule: id })
    expect((await trial({ place: 'server', word: 'broker' })).covered).toBe(before.covered + 1)
    expect((await trial({ place: 'server', word: 'elsewhere' })).covered).toBe(0)
  })

  it('tries a rule that is off or has not started as if it were in effect', async () => {
    const later = world.server.clock.now() + DAY
    expect((await trial({ enabled: false, starts_at: later })).fired).toBe((await trial()).fired)
  })

  it('refuses an empty span, wrong levels, and what belongs to others', async () => {
    const now = world.server.clock.now()
    const refusal = async (members: Members, by = world.developer) => {
      const { code, fields } = await by.try('rule_try', question(members))
      return [code, fields]
    }
    expect(await refusal({ from: now, to: now - 1 })).toEqual([422, { from: 'empty' }])
    const milder = [LADDER[1], { at: 20, act: 'close_all' } as const]
    expect(await refusal({ levels: milder })).toEqual([422, { levels: 'not_worse' }])
    expect(await refusal({}, world.other)).toEqual([404, undefined])
  })
})
