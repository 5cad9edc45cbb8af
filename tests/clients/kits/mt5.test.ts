import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TestServer, type Mt5 } from '../../support/test-server.ts'
import { until } from '../../support/until.ts'
import { Front } from './front.ts'
import { DAY, FOREVER, HOUR } from './kit-world.ts'
import { layKit } from './languages.ts'
import { Program, type Settings, type State } from './program.ts'

/** The Python kit of trading accounts, beside a stand-in for the MetaTrader5 package. */

interface Found extends State {
  readonly may_open: boolean
  readonly may_add: boolean
  readonly closing: boolean
}

const RUNS = { name: 'licensed', may_open: true, may_add: true, closing: false }
const HALTED = { may_open: false, may_add: false }
const ACCOUNT = {
  login: 123456,
  server: 'XMGlobal-MT5 2 & Söhne',
  equity: 1010.5,
  balance: 1000,
  margin_level: 350.25,
  currency: 'USD',
  leverage: 500,
  name: '张伟 "Z"',
}
const KEY = `${ACCOUNT.login}@${ACCOUNT.server}`
const GOLD = {
  bid: 2400.5,
  ask: 2400.9,
  time: 0,
  filling_mode: 2,
  volume_max: 100,
  closed: false,
  returns: false,
}
const position = (ticket: number, more: object = {}) => ({
  ticket,
  symbol: 'XAUUSD+',
  type: 0,
  volume: 1,
  magic: 7,
  profit: 12.5,
  swap: -2,
  ...more,
})

let server: TestServer
let front: Front
let program: Program
let folder: string
let homes = 0

beforeAll(async () => {
  server = await TestServer.start()
  front = await Front.open(() => server.running.publicUrl)
  folder = mkdtempSync(join(tmpdir(), 'pulsekey-mt5-'))
  await layKit('python', folder, await application({}))
  for (const file of ['driver_mt5.py', 'MetaTrader5.py'])
    cpSync(join(import.meta.dirname, 'drivers', file), join(folder, file))
  program = new Program('python3', ['-B', 'driver_mt5.py'], folder)
})
afterAll(async () => {
  program.end()
  await front.close()
  rmSync(folder, { recursive: true, force: true })
  await server.end()
})

const ask = (order: object) => program.ask(order) as Promise<Found>
const set = (values: object) => ask({ do: 'terminal', set: values })
const look = (name: string) => program.ask({ do: 'look', name })
const step = () => ask({ do: 'step' })

/** The strategy's loop comes round, and the thread speaks with the server. */
async function round(): Promise<Found> {
  await step()
  await ask({ do: 'exchange' })
  return step()
}

async function pass(seconds: number): Promise<void> {
  server.clock.pass(seconds)
  await program.clock(server.clock.now())
}

/** The mt5 endpoints are plain, so mode 3 must change nothing here. */
async function application(mt5: Mt5): Promise<Settings> {
  const app = await server.application({ mt5, mi_type: 3, encrypt: true, version: '1.0' })
  const { appkey, rc4_key } = await server.act('app_get', { app })
  return {
    address: front.address,
    app,
    appkey,
    rc4key: rc4_key,
    version: '1.0',
    mode: 3,
    grace_hours: 2,
    answer_key: '',
    answer_key_next: '',
  }
}

interface Begun {
  readonly settings: Settings
  readonly folder: string
  readonly magics: number[] | null
  readonly id: number
}

async function open({ settings, folder: home, magics }: Omit<Begun, 'id'>): Promise<void> {
  await program.ask({ do: 'open', settings, folder: home, magics })
}

/** A program on an account with a licence. */
async function begin(magics: number[] | null = [7]): Promise<Begun> {
  const settings = await application({})
  const { id } = await server.act('device_create', { app: settings.app, account_key: KEY, vip: FOREVER })
  homes++
  const begun = { settings, magics, id, folder: join(folder, `home ${homes}`) }
  await open(begun)
  return begun
}

beforeEach(async () => {
  front.reset()
  await program.clock(server.clock.now())
  await set({
    account: ACCOUNT,
    positions: [],
    orders: [],
    deals: [],
    faults: [],
    sent: [],
    symbols: { 'XAUUSD+': { ...GOLD, time: server.clock.now() } },
  })
})

describe('a licence', () => {
  it('begins with a trial, however late the terminal and the network are', async () => {
    const settings = await application({ auto_trial: true, trial_seconds: DAY })
    await set({ account: null })
    await open({ settings, folder: join(folder, 'trial'), magics: null })
    expect(await round()).toMatchObject({ name: 'waiting', ...HALTED })
    await set({ account: { ...ACCOUNT, login: 0, server: '' } })
    expect(await round()).toMatchObject({ name: 'waiting', ...HALTED })
    expect(front.calls).toEqual([])
    await set({ account: ACCOUNT })
    front.isUp = false
    expect(await round()).toMatchObject({ name: 'waiting', ...HALTED })
    front.isUp = true
    expect(await round()).toMatchObject({ ...RUNS, end: server.clock.now() + DAY })
    const { rows } = await server.act('device_list', { filter: { app: settings.app } })
    expect(rows[0]).toMatchObject({ account_key: KEY, license: 'TRIAL' })
  })

  it('ends with its time, and goes on when the vendor renews it', async () => {
    const { id } = await begin()
    await server.act('device_update', { id, vip: server.clock.now() + HOUR })
    expect(await round()).toMatchObject(RUNS)
    await pass(HOUR)
    expect(await step()).toMatchObject({ name: 'waiting', ...HALTED })
    expect(await round()).toMatchObject({ name: 'refused', code: 201, text: 'MT5授权已到期', ...HALTED })
    await server.act('device_update', { id, vip: FOREVER })
    expect(await round()).toMatchObject({ ...RUNS, end: FOREVER })
  })

  it('is refused by a pulse, with the reason', async () => {
    const { id } = await begin()
    expect(await round()).toMatchObject(RUNS)
    await server.act('device_update', { id, disabled: true, disable_reason: '未付款' })
    await pass(5)
    expect(await round()).toMatchObject({ name: 'refused', code: 114, text: '未付款', ...HALTED })
    expect(await program.pause()).toBe(60)
  })

  it('counts for hours without an answer, with the flags of the last pulse, also in a new program', async () => {
    const begun = await begin()
    await server.act('device_control', { ids: [begun.id], pause_add: true })
    expect(await round()).toMatchObject({ ...RUNS, may_add: false })
    front.isUp = false
    await pass(5)
    expect(await round()).toMatchObject({ name: 'grace', may_open: true, may_add: false })
    await open(begun)
    await pass(2 * HOUR - 6)
    expect(await round()).toMatchObject({ name: 'grace', may_open: true, may_add: false })
    await pass(1)
    expect(await round()).toMatchObject({ name: 'waiting', ...HALTED })
  })

  it('of one account counts for no other', async () => {
    const begun = await begin()
    expect(await round()).toMatchObject(RUNS)
    front.isUp = false
    await set({ account: { ...ACCOUNT, login: 654321 } })
    expect(await step()).toMatchObject({ name: 'waiting', ...HALTED })
    expect(await round()).toMatchObject({ name: 'waiting', ...HALTED })
    const [kept = ''] = readdirSync(begun.folder)
    const copied = join(folder, 'copied')
    mkdirSync(copied)
    writeFileSync(join(copied, kept), readFileSync(join(begun.folder, kept)))
    await open({ ...begun, settings: { ...begun.settings, appkey: 'another' }, folder: copied })
    await set({ account: ACCOUNT })
    expect(await round()).toMatchObject({ name: 'waiting', ...HALTED })
    front.isUp = true
    await open(begun)
    expect(await round()).toMatchObject(RUNS)
    await set({ account: { ...ACCOUNT, login: 654321 } })
    expect(await round()).toMatchObject({ name: 'refused', code: 404, ...HALTED })
  })

  it('is asked for in the background', async () => {
    await begin()
    await ask({ do: 'start' })
    await until(async () => (await step()).may_open, 'the first pulse')
    await ask({ do: 'stop' })
  })
})

describe('a pulse', () => {
  it('reports the figures of the program’s own positions', async () => {
    const { id } = await begin()
    const midnight = server.clock.now() - (server.clock.now() % DAY)
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
    await set({
      positions: [position(1), position(2, { type: 1 }), position(3, { magic: 8 })],
      orders: [{ ticket: 9, magic: 7, symbol: 'XAUUSD+' }],
      deals: [
        { ...deal, time: midnight - 1 },
        deal,
        { ...deal, ticket: 2, type: 2, profit: 5000 },
        { ...deal, ticket: 3, magic: 8, profit: 77 },
      ],
    })
    await round()
    expect(front.fields).toMatchObject({
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
    const { telemetry } = await server.act('device_get', { id })
    expect(telemetry).toMatchObject({ equity: 1010.5, balance: 1000, positions: 2, symbol: 'XAUUSD+' })
  })

  it('comes every 5 s, and not while the terminal is away', async () => {
    await begin()
    const pulses = () => front.calls.filter((api) => api === 'mt5pulse').length
    await round()
    await round()
    expect(pulses()).toBe(1)
    await pass(5)
    await round()
    expect(pulses()).toBe(2)
    await set({ account: null })
    await pass(5)
    await round()
    expect(pulses()).toBe(2)
  })
})

describe('the vendor’s switches', () => {
  it('stop first positions and additions, each on its own', async () => {
    const { id } = await begin()
    for (const [pause_open, pause_add] of [
      [true, false],
      [false, true],
      [true, true],
      [false, false],
    ] as const) {
      await server.act('device_control', { ids: [id], pause_open, pause_add })
      await pass(5)
      expect(await round()).toMatchObject({ may_open: !pause_open, may_add: !pause_add })
    }
  })

  /** An account with an order to close all. */
  async function ordered(magics: number[] | null = [7]): Promise<Begun> {
    const begun = await begin(magics)
    await server.act('device_control', { ids: [begun.id], close_all: true })
    return begun
  }
  const closes = async (id: number) => (await server.act('device_get', { id })).close_all.state

  it('close all until nothing is left, whatever the broker answers, and report it at once', async () => {
    const { id } = await ordered()
    await set({
      positions: [position(1, { volume: 2 }), position(2, { type: 1 }), position(3, { magic: 8 })],
      orders: [
        { ticket: 8, magic: 8 },
        { ticket: 9, magic: 7 },
      ],
      // The order's removal fails, then a requote, no result at all, a partial fill.
      faults: [10013, 10004, null, 0, 'partial'],
    })
    expect(await round()).toMatchObject({ ...HALTED, closing: true })
    for (let tries = 0; (await step()).closing; tries++) {
      expect(tries).toBeLessThan(10)
      await pass(1)
    }
    expect(await look('positions')).toEqual([position(3, { magic: 8 })])
    expect(await look('orders')).toEqual([{ ticket: 8, magic: 8 }])
    expect(await closes(id)).toBe('delivered')
    expect(await round()).toMatchObject(RUNS)
    expect(front.fields).toMatchObject({ positions: '0', pending_orders: '0' })
    expect(await closes(id)).toBe('confirmed')
  })

  it('close every position of the account, where the program names no magic numbers', async () => {
    await ordered(null)
    await set({ positions: [position(1), position(2, { magic: 0 })] })
    await round()
    expect(await look('positions')).toEqual([])
  })

  it('close in parts that the broker takes, and in the way that it fills', async () => {
    await ordered()
    await set({
      positions: [position(1, { volume: 2.5 })],
      symbols: { 'XAUUSD+': { ...GOLD, volume_max: 1, filling_mode: 3, time: server.clock.now() } },
      // The broker takes no fill-or-kill after all.
      faults: [10030],
    })
    await round()
    for (let tries = 0; (await step()).closing; tries++) {
      expect(tries).toBeLessThan(10)
      await pass(1)
    }
    const sent = (await look('sent')) as { volume: number; type_filling: number }[]
    expect(sent.map(({ volume, type_filling }) => [volume, type_filling])).toEqual([
      [1, 0],
      [1, 1],
      [1, 1],
      [0.5, 1],
    ])
  })

  it('close when the market opens, without a request a second until then', async () => {
    await ordered()
    const symbols = (closed: boolean) => ({ 'XAUUSD+': { ...GOLD, closed, time: server.clock.now() } })
    await set({ positions: [position(1)], symbols: symbols(true) })
    await round()
    for (let seconds = 0; seconds < 29; seconds++) {
      await pass(1)
      await step()
    }
    expect(await look('sent')).toHaveLength(1)
    await set({ symbols: symbols(false) })
    await pass(1)
    await step()
    expect(await look('positions')).toEqual([])
  })

  it('close also after a restart in the middle, and after the licence was taken away', async () => {
    const begun = await ordered()
    await set({ positions: [position(1)], faults: [10004] })
    expect(await round()).toMatchObject({ closing: true })
    await server.act('device_update', { id: begun.id, disabled: true, disable_reason: 'x' })
    await set({ faults: [10004] })
    await pass(5)
    expect(await round()).toMatchObject({ name: 'refused', closing: true })
    await open(begun)
    front.isUp = false
    await round()
    await pass(1)
    await step()
    expect(await look('positions')).toEqual([])
  })
})
