import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { until } from '../../support/until.ts'
import { requireTools } from '../toolchain.ts'
import { DAY, FOREVER, HOUR } from './kit-world.ts'
import { ACCOUNT, GOLD, KEY, Mt5World, position, type Begun } from './mt5-world.ts'

/** The Python kit of trading accounts, beside a stand-in for the MetaTrader5 package. */

const RUNS = { name: 'licensed', may_open: true, may_add: true, closing: false }
const HALTED = { may_open: false, may_add: false }

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
    expect(telemetry).toMatchObject({ equity: 1010.5, balance: 1000, positions: 2, symbol: 'XAUUSD+' })
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
  it('stop first positions and additions, each on its own', async () => {
    const { id } = await world.begin()
    for (const [pause_open, pause_add] of [
      [true, false],
      [false, true],
      [true, true],
      [false, false],
    ] as const) {
      await world.server.act('device_control', { ids: [id], pause_open, pause_add })
      await world.pass(5)
      expect(await world.round()).toMatchObject({ may_open: !pause_open, may_add: !pause_add })
    }
  })

  /** An account with an order to close all. */
  async function ordered(magics: number[] | null = [7]): Promise<Begun> {
    const begun = await world.begin(magics)
    await world.server.act('device_control', { ids: [begun.id], close_all: true })
    return begun
  }
  const closes = async (id: number) => (await world.server.act('device_get', { id })).close_all.state

  it('close all until nothing is left, whatever the broker answers, and report it at once', async () => {
    const { id } = await ordered()
    await world.set({
      positions: [position(1, { volume: 2 }), position(2, { type: 1 }), position(3, { magic: 8 })],
      orders: [
        { ticket: 8, magic: 8 },
        { ticket: 9, magic: 7 },
      ],
      // The order's removal fails, then a requote, no result at all, a partial fill.
      faults: [10013, 10004, null, 0, 'partial'],
    })
    expect(await world.round()).toMatchObject({ ...HALTED, closing: true })
    await world.closeAll()
    expect(await world.look('positions')).toEqual([position(3, { magic: 8 })])
    expect(await world.look('orders')).toEqual([{ ticket: 8, magic: 8 }])
    expect(await closes(id)).toBe('delivered')
    expect(await world.round()).toMatchObject(RUNS)
    expect(world.front.fields).toMatchObject({ positions: '0', pending_orders: '0' })
    expect(await closes(id)).toBe('confirmed')
  })

  it('close every position of the account, where the program names no magic numbers', async () => {
    await ordered(null)
    await world.set({ positions: [position(1), position(2, { magic: 0 })] })
    await world.round()
    expect(await world.look('positions')).toEqual([])
  })

  it('close in parts that the broker takes, and in the way that it fills', async () => {
    await ordered()
    await world.set({
      positions: [position(1, { volume: 2.5 })],
      symbols: { 'XAUUSD+': { ...GOLD, volume_max: 1, filling_mode: 3, time: world.server.clock.now() } },
      // The broker takes no fill-or-kill after all.
      faults: [10030],
    })
    await world.round()
    await world.closeAll()
    const sent = (await world.look('sent')) as { volume: number; type_filling: number }[]
    expect(sent.map(({ volume, type_filling }) => [volume, type_filling])).toEqual([
      [1, 0],
      [1, 1],
      [1, 1],
      [0.5, 1],
    ])
  })

  it('close when the market opens, without a request a second until then', async () => {
    await ordered()
    const symbols = (closed: boolean) => ({ 'XAUUSD+': { ...GOLD, closed, time: world.server.clock.now() } })
    await world.set({ positions: [position(1)], symbols: symbols(true) })
    await world.round()
    for (let seconds = 0; seconds < 29; seconds++) {
      await world.pass(1)
      await world.step()
    }
    expect(await world.look('sent')).toHaveLength(1)
    await world.set({ symbols: symbols(false) })
    await world.pass(1)
    await world.step()
    expect(await world.look('positions')).toEqual([])
  })

  it('close also after a restart in the middle, and after the licence was taken away', async () => {
    const begun = await ordered()
    await world.set({ positions: [position(1)], faults: [10004] })
    expect(await world.round()).toMatchObject({ closing: true })
    await world.server.act('device_update', { id: begun.id, disabled: true, disable_reason: 'x' })
    await world.set({ faults: [10004] })
    await world.pass(5)
    expect(await world.round()).toMatchObject({ name: 'refused', closing: true })
    await world.open(begun)
    world.front.isUp = false
    await world.round()
    await world.pass(1)
    await world.step()
    expect(await world.look('positions')).toEqual([])
  })
})
