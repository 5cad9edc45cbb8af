import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ActionInput } from '../../src-server/contract/actions/index.ts'
import type { ConsoleClient } from '../support/console-client.ts'
import type { Params } from '../support/runtime-client.ts'
import { ruleInput } from '../support/rule-input.ts'
import { TestServer } from '../support/test-server.ts'
import { until } from '../support/until.ts'
import { auditRows } from './audit-rows.ts'
import { addOperator, ALL_RIGHTS, PASSWORD, signIn } from './operators.ts'

const FOREVER = 4_102_243_200
const WEEK = 7 * 86_400
let server: TestServer
let developer: ConsoleClient
let other: ConsoleClient

beforeAll(async () => {
  server = await TestServer.start()
  for (const name of ['developer', 'other developer']) await addOperator(server, name, 'developer')
  developer = await signIn(server, 'developer')
  other = await signIn(server, 'other developer')
})
afterAll(() => server.end())

let made = 0
async function application(by = developer): Promise<number> {
  const { app } = await by.call('app_create', { name: `Gold ${++made}` })
  await by.call('app_update', { app, sign: false, window: 0, mt5: { enabled: true } })
  return app
}
/** An account; with figures, it has sent one pulse. */
async function account(
  app: number,
  figures?: Params,
  { at = 'Broker', ...fields }: Partial<ActionInput<'device_create'>> & { at?: string } = {},
  by = developer,
): Promise<number> {
  const key = `${++made}@${at}`
  const { id } = await by.call('device_create', { app, account_key: key, vip: FOREVER, ...fields })
  if (figures !== undefined) await server.api('mt5pulse', app, { account_key: key, ...figures })
  return id
}
const read = (id: number) => developer.call('device_get', { id })
const pausedOf = async (...ids: number[]) =>
  (await Promise.all(ids.map(read))).map((device) => device.pause_open)
const pause = (app: number, accounts: number, more: Partial<ActionInput<'group_pause'>> = {}) =>
  developer.try('group_pause', { group: { app }, accounts, reason: 'news', ...more })

describe('a pause of a group', () => {
  it('reaches the accounts that the dry run counted, and nothing outside the group', async () => {
    const [app, elsewhere] = [await application(), await application()]
    const ids = [
      await account(app, { positions: 3, float_pnl: -12.5 }),
      await account(app, { positions: 2, float_pnl: 2 }, { at: 'Other' }),
      await account(app, {}),
      await account(app),
    ]
    const outside = await account(elsewhere, { positions: 9 })
    await developer.call('device_control', { ids: [ids[1]!], pause_open: true })
    const looked = await developer.call('group_pause', { group: { app }, dry_run: true })
    expect(looked).toMatchObject({
      id: null,
      accounts: 3,
      positions: 3,
      // One program sent no counts, and one account never had a program.
      unreported: 2,
      floating: -12.5,
      silent: 1,
      left_out: { paused: 1 },
      places: [{ app, server: 'Broker', accounts: 3, positions: 3 }],
    })
    expect(await pausedOf(...ids, outside)).toEqual([false, true, false, false, false])
    const order = { group: { app }, accounts: 3, reason: 'news at 14:30' }
    const done = await developer.call('group_pause', order)
    expect(done).toMatchObject({ accounts: 3, positions: 3, left_out: { paused: 1 } })
    expect(await pausedOf(...ids, outside)).toEqual([true, true, true, true, false])
    const rows = (await auditRows(server, 'group_pause')).filter(({ appId }) => appId === app)
    expect(rows).toMatchObject([
      { personName: 'developer', subjectLabel: '3', after: { app, reason: 'news at 14:30', count: 3 } },
    ])
    expect((await developer.call('group_act_list', {})).rows[0]).toMatchObject({
      id: done.id,
      act: 'pause',
      reason: 'news at 14:30',
      by: 'developer',
      accounts: 3,
      paused: 3,
      left: 3,
      resumed_at: null,
    })
  })

  it('is limited by server, symbol, agent and chosen accounts, and by all of them together', async () => {
    const app = await application()
    const { agent } = await developer.call('agent_create', { name: `agent ${++made}`, password: PASSWORD })
    const tagged = { at: 'One', agent: agent.id, tags: ['Été', 'vip'] }
    const gold = await account(app, { symbol: 'XAUUSD' }, tagged)
    const silver = await account(app, { symbol: 'XAGUSD' }, { at: 'One' })
    const far = await account(app, { symbol: 'XAUUSD' }, { at: 'Two' })
    const countOf = async (group: ActionInput<'group_pause'>['group']) =>
      (await developer.call('group_pause', { group: { app, ...group }, dry_run: true })).accounts
    expect(await countOf({})).toBe(3)
    expect(await countOf({ server: 'One' })).toBe(2)
    expect(await countOf({ symbol: 'XAUUSD' })).toBe(2)
    expect(await countOf({ agent: agent.id })).toBe(1)
    expect(await countOf({ tag: 'ÉTÉ' })).toBe(1)
    const nobody = { group: { app, tag: 'Ét' }, dry_run: true }
    expect(await developer.try('group_pause', nobody)).toMatchObject({ code: 404 })
    const { tags } = await developer.call('group_pause', { group: { app }, dry_run: true })
    expect(tags).toEqual(['Été', 'vip'])
    expect(await countOf({ ids: [silver, far, far] })).toBe(2)
    const group = { app, server: 'One', symbol: 'XAUUSD' }
    expect(await countOf(group)).toBe(1)
    expect(await pause(app, 1, { group })).toMatchObject({ code: 200 })
    expect(await pausedOf(gold, silver, far)).toEqual([true, false, false])
  })

  it('refuses with the new number when the group changed by more than the person allowed', async () => {
    const app = await application()
    const first = await account(app)
    await account(app)
    for (const accounts of [1, 3, 0])
      expect(await pause(app, accounts)).toMatchObject({ code: 409, fields: { accounts: '2' } })
    expect(await pausedOf(first)).toEqual([false])
    expect(await pause(app, 4, { tolerance: 1 })).toMatchObject({ code: 409, fields: { accounts: '2' } })
    expect(await pause(app, 3, { tolerance: 1 })).toMatchObject({ code: 200, msg: { accounts: 2 } })
    // Nothing is left to pause: a repeated click does nothing twice.
    expect(await pause(app, 2, { tolerance: 2 })).toMatchObject({ code: 409, fields: { accounts: '0' } })
  })

  it.each([{ reason: '' }, { reason: '  ' }, { accounts: -1 }, { tolerance: -1 }])(
    'refuses %o',
    async (input) => {
      const order = { group: {}, accounts: 1, reason: 'news', ...input }
      expect(await developer.try('group_pause', order)).toMatchObject({ code: 422 })
    },
  )
})

describe('the undo of a pause', () => {
  it('resumes the accounts that the act paused and whose switch nobody moved since', async () => {
    const app = await application()
    const ids = [
      await account(app),
      await account(app),
      await account(app),
      await account(app),
      await account(app),
    ]
    const [own, again, resumed, kept, gone] = ids as [number, number, number, number, number]
    await developer.call('device_control', { ids: [own], pause_open: true })
    const { id } = await developer.call('group_pause', { group: { app }, accounts: 4, reason: 'news' })
    await developer.call('device_control', { ids: [again, resumed], pause_open: false })
    // A person pauses it again: it is their pause now.
    await developer.call('device_control', { ids: [again], pause_open: true })
    await developer.call('device_delete', { ids: [gone] })
    expect(await developer.call('group_resume', { id: id!, dry_run: true })).toMatchObject({ accounts: 1 })
    expect(await pausedOf(own, again, resumed, kept)).toEqual([true, true, false, true])
    expect(await developer.call('group_resume', { id: id! })).toMatchObject({ accounts: 1 })
    expect(await pausedOf(own, again, resumed, kept)).toEqual([true, true, false, false])
    expect(await developer.try('group_resume', { id: id! })).toMatchObject({ code: 409 })
    expect((await developer.call('group_act_list', {})).rows[0]).toMatchObject({
      id,
      paused: 4,
      left: 0,
      resumed_by: 'developer',
    })
    const rows = (await auditRows(server, 'group_resume')).filter(({ appId }) => appId === app)
    expect(rows).toMatchObject([{ subjectId: String(kept), after: { reason: 'news', act: id } }])
  })

  it('leaves an account alone that another switch keeps busy, and a later pause of the group counts it anew', async () => {
    const app = await application()
    const id = await account(app)
    const { id: first } = await developer.call('group_pause', { group: { app }, accounts: 1, reason: 'one' })
    await developer.call('device_control', { ids: [id], pause_add: true })
    await developer.call('group_resume', { id: first! })
    const { id: second } = await developer.call('group_pause', { group: { app }, accounts: 1, reason: 'two' })
    expect(await developer.try('group_resume', { id: first! })).toMatchObject({ code: 409 })
    expect(await developer.call('group_resume', { id: second! })).toMatchObject({ accounts: 1 })
    expect(await read(id)).toMatchObject({ pause_open: false, pause_add: true })
  })

  it('leaves alone what a rule pauses after the act', async () => {
    const app = await application()
    const [ruled, calm] = [await account(app, { equity: 100, balance: 100 }), await account(app)]
    await developer.call('rule_save', ruleInput({ app, levels: [{ at: 20, act: 'pause_open' }] }))
    const { id } = await developer.call('group_pause', { group: { app }, accounts: 2, reason: 'news' })
    const { account_key: key } = await read(ruled)
    await server.api('mt5pulse', app, { account_key: key, equity: 50, balance: 100 })
    await until(
      async () => (await developer.call('risk_list', { app, kind: 'rule' })).rows.length > 0,
      'the rule fires',
    )
    await developer.call('group_resume', { id: id! })
    expect(await pausedOf(ruled, calm)).toEqual([true, false])
  })

  it('survives a restart', async () => {
    const app = await application()
    const ids = [await account(app), await account(app)]
    const { id } = await developer.call('group_pause', { group: { app }, accounts: 2, reason: 'news' })
    await server.close()
    await server.open()
    developer = await signIn(server, 'developer')
    other = await signIn(server, 'other developer')
    expect(await pausedOf(...ids)).toEqual([true, true])
    await developer.call('group_resume', { id: id! })
    expect(await pausedOf(...ids)).toEqual([false, false])
  })
})

describe('a close of a group', () => {
  it('asks each account that may have positions, with the reason, and says which ones it leaves out', async () => {
    const app = await application()
    const open = await account(app, { positions: 2, buy_pos: 1, sell_pos: 1 })
    const unknown = await account(app, { equity: 1 })
    const flat = await account(app, { positions: 0 })
    const never = await account(app)
    const underway = await account(app, { positions: 5 })
    await developer.call('device_control', { ids: [underway], close_all: true, reason: 'earlier' })
    const looked = await developer.call('group_close', { group: { app }, dry_run: true, pause: true })
    expect(looked).toMatchObject({
      accounts: 2,
      positions: 2,
      unreported: 1,
      pausing: 5,
      left_out: { flat: 1, never: 1, underway: 1 },
    })
    const order = { group: { app }, accounts: 2, pause: true, reason: 'broker halts gold' }
    const done = await developer.call('group_close', order)
    expect(done).toMatchObject({ accounts: 2, positions: 2, pausing: 5, asked: [open, unknown] })
    const commandsOf = async (id: number) =>
      (await read(id)).commands.map(({ state, reason }) => [state, reason])
    for (const id of [open, unknown]) expect(await commandsOf(id)).toEqual([['asked', 'broker halts gold']])
    expect(await commandsOf(underway)).toEqual([['asked', 'earlier']])
    for (const id of [flat, never]) expect(await commandsOf(id)).toEqual([])
    // The whole group opens nothing: a flat account could open the next position.
    expect(await pausedOf(open, unknown, flat, never, underway)).toEqual([true, true, true, true, true])
    const { account_key: key } = await read(open)
    expect(await server.api('mt5pulse', app, { account_key: key, positions: 2 })).toMatchObject({
      close_all: 1,
      pause_open: 1,
    })
    const rows = (await auditRows(server, 'group_close')).filter(({ appId }) => appId === app)
    expect(rows).toMatchObject([{ after: { reason: 'broker halts gold', asked: 2, paused: 5 } }])
    expect(await developer.call('group_resume', { id: done.id! })).toMatchObject({ accounts: 5 })
  })

  it('leaves out an account without a pulse for a week, and reaches one that was away for a day', async () => {
    const app = await application()
    await account(app, { positions: 1 })
    server.clock.pass(WEEK - 86_400)
    developer = await signIn(server, 'developer')
    const late = await account(app, { positions: 1 })
    server.clock.pass(86_400 + 1)
    developer = await signIn(server, 'developer')
    other = await signIn(server, 'other developer')
    expect(await developer.call('group_close', { group: { app }, dry_run: true })).toMatchObject({
      accounts: 1,
      silent: 1,
      left_out: { away: 1 },
    })
    const { asked } = await developer.call('group_close', { group: { app }, accounts: 1, reason: 'x' })
    expect(asked).toEqual([late])
  })
})

describe('the rights to a group act', () => {
  it("never reach another developer's accounts, and the owner reaches all of them", async () => {
    const [mine, theirs] = [await application(), await application(other)]
    await account(mine)
    const foreign = await account(theirs, undefined, {}, other)
    for (const group of [{ app: theirs }, { ids: [foreign] }])
      expect(await pause(0, 1, { group })).toMatchObject({ code: 404 })
    const owner = await server.owner()
    const both = {
      ids: [foreign, (await developer.call('device_list', { filter: { app: mine } })).rows[0]!.id],
    }
    const { id } = await owner.call('group_pause', { group: both, accounts: 2, reason: 'all' })
    expect(await developer.try('group_resume', { id: id! })).toMatchObject({ code: 404 })
    expect((await other.call('group_act_list', {})).rows).toEqual([])
    // Each developer reads the owner's act on their own accounts.
    const rows = (await auditRows(server, 'group_pause')).filter(({ personName }) => personName === 'owner')
    expect(rows.map(({ appId }) => appId).sort()).toEqual([mine, theirs].sort())
    expect(await owner.call('group_resume', { id: id! })).toMatchObject({ accounts: 2 })
  })

  it("are the agent's own rights, application by application", async () => {
    const [may, mayNot] = [await application(), await application()]
    const name = `agent ${++made}`
    const { agent } = await developer.call('agent_create', { name, password: PASSWORD })
    const client = await signIn(server, name)
    const reached = await account(may, { positions: 1 }, { agent: agent.id })
    const spared = await account(mayNot, { positions: 1 }, { agent: agent.id })
    await account(may, { positions: 1 })
    expect(await client.try('group_close', { group: {}, accounts: 2, reason: 'x' })).toMatchObject({
      code: 403,
      fields: { right: 'close_all' },
    })
    await developer.call('agent_rights_set', { agent: agent.id, app: may, ...ALL_RIGHTS, pause_open: false })
    expect(await client.call('group_close', { group: {}, dry_run: true })).toMatchObject({
      accounts: 1,
      left_out: { right: 1 },
    })
    const both = { group: { app: may }, accounts: 1, pause: true, reason: 'x' }
    expect(await client.try('group_close', both)).toMatchObject({
      code: 403,
      fields: { right: 'pause_open' },
    })
    const done = await client.call('group_close', { group: {}, accounts: 1, reason: 'x' })
    expect(done.asked).toEqual([reached])
    expect((await read(spared)).commands).toEqual([])
  })
})
