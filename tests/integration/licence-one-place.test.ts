import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { FirstCode } from './licence-history.ts'
import { DAY } from './licence-model.ts'
import { LicenceRun } from './licence-run.ts'
import { LicenceWorld } from './licence-world.ts'

/** One licence never becomes two, at endpoints and at moments that no random history reaches. */
let world: LicenceWorld
let run: LicenceRun
let kamis: readonly string[]
let ids: readonly number[]

beforeAll(async () => {
  world = await LicenceWorld.start()
})
afterAll(() => world.server.end())

const TEN_DAYS: FirstCode = {
  worth: { type: 'time', unit: 'day', amount: 10 },
  agent: false,
  usedFor: null,
}

beforeEach(async () => {
  const history = { accounts: 3, deviceCheck: true, autoTrial: false, codes: [TEN_DAYS, TEN_DAYS], steps: [] }
  run = await LicenceRun.start(world, history)
  kamis = run.codes.map(({ kami }) => kami)
  ids = run.codes.map((code) => run.idOfCode(code))
})

const logIn = async (at: number, markcode: string) =>
  (await run.api('kmlogon', { kami: kamis[at]!, markcode })).code
const logOn = (account_key: string) => run.api('mt5logon', { account_key })
const records = () => world.rows('device_list', { filter: { app: run.app } })
const refund = (at: number, act = 'code_update') =>
  world.act(act, { ids: [ids[at]], ...(act === 'code_update' && { disabled: true }) })

describe('one code', () => {
  it('recharges no user account after it was used for a trading account', async () => {
    const account = run.account(0)
    expect(await logIn(0, account)).toBe(200)
    const form = { app: run.app, user: 'buyer', password: 'secret-word', qq: '1' }
    const { id } = await world.act('account_create', form)
    expect((await world.try('account_recharge', { id, kami: kamis[0] })).code).not.toBe(200)
    expect(await world.act('account_get', { id })).toMatchObject({ vip: 0 })
    expect(await logIn(0, account)).toBe(200)
  })

  it('makes no record after it recharged a user account', async () => {
    const form = { app: run.app, user: 'buyer', password: 'secret-word', qq: '1' }
    const { id } = await world.act('account_create', form)
    await world.act('account_recharge', { id, kami: kamis[0] })
    expect(await logIn(0, run.account(0))).toBe(150)
    expect(await logIn(0, 'PC')).toBe(150)
    expect(await records()).toEqual([])
  })

  it('goes to one of many simultaneous places', async () => {
    const places = Array.from({ length: 12 }, (_, at) => (at % 2 === 0 ? `PC-${at}` : `${500 + at}@Many`))
    const codes = await Promise.all(places.map((place) => logIn(0, place)))
    expect(codes.filter((code) => code === 200)).toHaveLength(1)
    expect(await records()).toHaveLength(places[codes.indexOf(200)]!.includes('@') ? 1 : 0)
  })

  it('acts once in many simultaneous logins of one account', async () => {
    const account = run.account(0)
    const codes = await Promise.all(Array.from({ length: 12 }, () => logIn(0, account)))
    expect(new Set(codes)).toEqual(new Set([200]))
    expect(await logOn(account)).toMatchObject({ vip: world.now + 10 * DAY })
  })

  it('stays with the account when earlier unbind requests are approved together', async () => {
    expect(await logIn(0, 'PC')).toBe(200)
    const words = { card: kamis[0]!, contact: 'customer', reason: 'new computer' }
    expect(await world.visit('unbind_km', words)).toMatchObject({ code: 200 })
    await world.act('code_unbind', { ids: [ids[0]] })
    expect(await logIn(0, run.account(0))).toBe(200)
    await world.act('auth_request_bulk', { filter: { app: run.app } })
    expect(await logIn(0, 'PC')).toBe(150)
    expect(await logIn(0, run.account(0))).toBe(200)
  })

  it('goes back with the account when a rebind is undone', async () => {
    const [from, to] = [run.account(0), run.account(1)]
    expect(await logIn(0, from)).toBe(200)
    const words = { contact: 'customer', reason: 'another broker', product: String(run.app) }
    await world.visit('request_device_rebind', { old_key: from, new_key: to, ...words })
    const approved = await run.approve('rebind', ({ subject }) => subject === from)
    expect([await logIn(0, to), await logIn(0, from)]).toEqual([200, 150])
    await world.act('auth_request_reverse', { id: (approved.msg as { id: number }).id })
    expect([await logIn(0, to), await logIn(0, from)]).toEqual([150, 200])
    expect(await records()).toMatchObject([{ account_key: from, vip: world.now + 10 * DAY }])
  })
})

describe('simultaneous acts', () => {
  const times = Array.from({ length: 10 }, (_, at) => at)

  it.each(times)('a login and a refund in either order leave no time (%i)', async () => {
    const account = run.account(0)
    const [code] = await Promise.all([logIn(0, account), refund(0)])
    expect([200, 151]).toContain(code)
    expect(await logIn(0, account)).toBe(151)
    expect([201, 404]).toContain((await logOn(account)).code)
  })

  it.each(times)("a renewal and a refund of the earlier code leave the renewal's time (%i)", async () => {
    const account = run.account(0)
    await logIn(0, account)
    expect(await Promise.all([logIn(1, account), refund(0).then(() => 200)])).toEqual([200, 200])
    expect(await logOn(account)).toMatchObject({ code: 200, vip: world.now + 10 * DAY })
  })

  it.each(times)('disabling and deleting take the time once (%i)', async () => {
    const account = run.account(0)
    await logIn(0, account)
    await logIn(1, account)
    await Promise.all([refund(0), refund(0, 'code_delete')])
    expect(await logOn(account)).toMatchObject({ code: 200, vip: world.now + 10 * DAY })
  })

  it.each(times)("a login and the record's deletion leave no record beside a spent code (%i)", async () => {
    const account = run.account(0)
    await logIn(0, account)
    const [row] = await records()
    await Promise.all([logIn(0, account), world.act('device_delete', { ids: [row!['id']] })])
    expect(await logIn(0, account)).toBe(151)
    expect(await records()).toEqual([])
  })

  it.each(times)("an extension and a refund leave both codes' time right (%i)", async () => {
    const account = run.account(0)
    await logIn(0, account)
    await logIn(1, account)
    const extend = world.try('code_update', { ids: [ids[0]], extend_seconds: 5 * DAY })
    await Promise.all([extend, refund(1)])
    expect(await logOn(account)).toMatchObject({ code: 200, vip: world.now + 15 * DAY })
  })
})
