import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { until } from '../../support/until.ts'
import { requireTools } from '../toolchain.ts'
import { DAY, FOREVER, HOUR } from './kit-world.ts'
import { describeOrders } from './mt5-orders.ts'
import { ACCOUNT, HALTED, KEY, Mt5World, position, RUNS } from './mt5-world.ts'

/** The Python kit of trading accounts, beside a stand-in for the MetaTrader5 package. */

let world: Mt5World
beforeAll(async () => {
  requireTools('python3')
  world = await Mt5World.open()
})
afterAll(() => world.end())
beforeEach(() => world.reset())

describe('a licence', () => {
  it('begins with a trial, however late the terminal and the network are', async () => {
    const settings = await world.application({ auto_trial: true, trial_seconds: DAY })
    await world.set({ account: null })
    await world.open({ settings, folder: join(world.folder, 'trial'), magics: null })
    expect(await world.round()).toMatchObject({ name: 'waiting', ...HALTED })
    await world.set({ account: { ...ACCOUNT, login: 0, server: '' } })
    expect(await world.round()).toMatchObject({ name: 'waiting', ...HALTED })
    expect(world.front.calls).toEqual([])
    await world.set({ account: ACCOUNT })
    world.front.isUp = false
    expect(await world.round()).toMatchObject({ name: 'waiting', ...HALTED })
    world.front.isUp = true
    expect(await world.round()).toMatchObject({ ...RUNS, end: world.server.clock.now() + DAY })
    const { rows } = await world.server.act('device_list', { filter: { app: settings.app } })
    expect(rows[0]).toMatchObject({ account_key: KEY, license: 'TRIAL' })
  })

  it('ends with its time, and goes on when the vendor renews it', async () => {
    const { id } = await world.begin()
    await world.server.act('device_update', { id, vip: world.server.clock.now() + HOUR })
    expect(await world.round()).toMatchObject(RUNS)
    await world.pass(HOUR)
    expect(await world.step()).toMatchObject({ name: 'waiting', ...HALTED })
    expect(await world.round()).toMatchObject({
      name: 'refused',
      code: 201,
      text: 'MT5授权已到期',
      ...HALTED,
    })
    await world.server.act('device_update', { id, vip: FOREVER })
    expect(await world.round()).toMatchObject({ ...RUNS, end: FOREVER })
  })

  it('begins with a code, which acts once however often the program starts', async () => {
    const settings = await world.application({ auto_trial: true, trial_seconds: HOUR })
    const kami = await world.server.code({ app: settings.app, type: 'time', unit: 'day', amount: 1 })
    const begun = { settings, folder: join(world.folder, 'code'), magics: null }
    await world.set({ account: { ...ACCOUNT, server: 'XMGlobal-MT5 2' } })
    await world.open(begun, ` ${kami} `)
    const end = world.server.clock.now() + DAY
    expect(await world.round()).toMatchObject({ ...RUNS, end })
    await world.pass(60)
    await world.open(begun, kami)
    expect(await world.round()).toMatchObject({ ...RUNS, end })
  })

  it('says why a code was refused, beside the reason of the account', async () => {
    const { settings, magics } = await world.begin()
    await world.set({ account: { ...ACCOUNT, login: 777, server: 'XMGlobal-MT5 2' } })
    await world.open({ settings, magics, folder: join(world.folder, 'refused') }, 'NO-SUCH-CODE')
    const found = await world.round()
    expect(found).toMatchObject({ name: 'refused', code: 404 })
    expect(found.text).toBe('MT5授权不存在 (NO-SUCH-CODE: 149 卡密不存在)')
  })

  it('is refused by a pulse, with the reason', async () => {
    const { id } = await world.begin()
    expect(await world.round()).toMatchObject(RUNS)
    await world.server.act('device_update', { id, disabled: true, disable_reason: '未付款' })
    await world.pass(5)
    expect(await world.round()).toMatchObject({ name: 'refused', code: 114, text: '未付款', ...HALTED })
    expect(await world.pause()).toBe(60)
  })

  it('counts for hours without an answer, with the flags of the last pulse, also in a new program', async () => {
    const begun = await world.begin()
    await world.server.act('device_control', { ids: [begun.id], pause_add: true })
    expect(await world.round()).toMatchObject({ ...RUNS, may_add: false })
    world.front.isUp = false
    await world.pass(5)
    expect(await world.round()).toMatchObject({ name: 'grace', may_open: true, may_add: false })
    await world.open(begun)
    await world.pass(2 * HOUR - 6)
    expect(await world.round()).toMatchObject({ name: 'grace', may_open: true, may_add: false })
    await world.pass(1)
    expect(await world.round()).toMatchObject({ name: 'waiting', ...HALTED })
  })

  it('of one account counts for no other', async () => {
    const begun = await world.begin()
    expect(await world.round()).toMatchObject(RUNS)
    world.front.isUp = false
    await world.set({ account: { ...ACCOUNT, login: 654321 } })
    expect(await world.step()).toMatchObject({ name: 'waiting', ...HALTED })
    expect(await world.round()).toMatchObject({ name: 'waiting', ...HALTED })
    const [kept = ''] = readdirSync(begun.folder)
    const copied = join(world.folder, 'copied')
    mkdirSync(copied)
    writeFileSync(join(copied, kept), readFileSync(join(begun.folder, kept)))
    await world.open({ ...begun, settings: { ...begun.settings, appkey: 'another' }, folder: copied })
    await world.set({ account: ACCOUNT })
    expect(await world.round()).toMatchObject({ name: 'waiting', ...HALTED })
    world.front.isUp = true
    await world.open(begun)
    expect(await world.round()).toMatchObject(RUNS)
    await world.set({ account: { ...ACCOUNT, login: 654321 } })
    expect(await world.round()).toMatchObject({ name: 'refused', code: 404, ...HALTED })
  })

  it('of another account, in an answer that the server itself gave, is none', async () => {
    const { settings } = await world.begin()
    const theirs = '42@XMGlobal-MT5 2'
    await world.server.act('device_create', { app: settings.app, account_key: theirs, vip: FOREVER })
    world.front.forge = (body) => {
      const fields = new URLSearchParams(body)
      fields.set('account_key', theirs)
      return fields.toString()
    }
    expect(await world.round()).toMatchObject({ name: 'waiting', ...HALTED })
    world.front.reset()
    expect(await world.round()).toMatchObject(RUNS)
  })

  it.each(['A "B" \\C', ' Broker  Live ', '经纪商-1'])('of an account at %j', async (name) => {
    const settings = await world.application({ auto_trial: true })
    await world.set({ account: { ...ACCOUNT, server: name } })
    await world.open({ settings, magics: null, folder: join(world.folder, `server ${name.length}`) })
    expect(await world.round()).toMatchObject(RUNS)
  })

  it('is asked for in the background', async () => {
    await world.begin()
    await world.ask({ do: 'start' })
    await until(async () => (await world.step()).may_open, 'the first pulse')
    await world.ask({ do: 'stop' })
  })
})

describe('a pulse', () => {
  it('reports the figures of the program’s own positions', async () => {
    const { id } = await world.begin()
    const midnight = world.server.clock.now() - (world.server.clock.now() % DAY)
    const deal = {
      ticket: 1,
      time: midnight,
      type: 0,
      magic: 7,
      profit: 10,
      commission: -1,
      swap: -0.5,
      fee: 0,
    }
    await world.set({
      positions: [position(1), position(2, { type: 1 }), position(3, { magic: 8 })],
      orders: [{ ticket: 9, magic: 7, symbol: 'XAUUSD+' }],
      deals: [
        { ...deal, time: midnight - 1 },
        deal,
        { ...deal, ticket: 2, type: 2, profit: 5000 },
        { ...deal, ticket: 3, magic: 8, profit: 77 },
      ],
    })
    await world.round()
    expect(world.front.fields).toMatchObject({
      account_key: KEY,
      equity: '1010.50',
      balance: '1000.00',
      dd: '0.00',
      positions: '2',
      buy_pos: '1',
      sell_pos: '1',
      float_pnl: '21.00',
      margin_level: '350.25',
      symbol: 'XAUUSD+',
      currency: 'USD',
      program_version: '1.0',
      magic: '7',
      leverage: '500',
      account_name: '张伟 "Z"',
      pending_orders: '1',
      day_profit: '8.50',
    })
    const { telemetry } = await world.server.act('device_get', { id })
    const more = { currency: 'USD', leverage: 500, magic: '7', day_profit: 8.5, pending_orders: 1 }
    expect(telemetry).toMatchObject({
      ...{ equity: 1010.5, balance: 1000, positions: 2, symbol: 'XAUUSD+' },
      more: { ...more, program_version: '1.0', account_name: '张伟 "Z"' },
    })
  })

  it('measures drawdown from the highest equity, and money that is taken out is none', async () => {
    await world.begin()
    const withEquity = async (equity: number, deals: object[] = []) => {
      await world.set({ account: { ...ACCOUNT, equity }, deals })
      await world.pass(5)
      await world.round()
      return world.front.fields['dd']
    }
    const out = { ticket: 4, time: world.server.clock.now(), type: 2, magic: 0, profit: -500 }
    expect(await withEquity(1000)).toBe('0.00')
    expect(await withEquity(900)).toBe('10.00')
    expect(await withEquity(450, [out])).toBe('10.00')
    expect(await withEquity(500, [out])).toBe('0.00')
  })

  it('comes every 5 s, and not while the terminal is away', async () => {
    await world.begin()
    const pulses = () => world.front.calls.filter((api) => api === 'mt5pulse').length
    await world.round()
    await world.round()
    expect(pulses()).toBe(1)
    await world.pass(5)
    await world.round()
    expect(pulses()).toBe(2)
    await world.set({ account: null })
    await world.pass(5)
    await world.round()
    expect(pulses()).toBe(2)
  })
})

describe('the vendor’s switches', () => {
  describeOrders(() => world)
})
