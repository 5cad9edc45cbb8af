import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Params } from '../support/runtime-client.ts'
import { TestServer } from '../support/test-server.ts'
import { until } from '../support/until.ts'

const KEY = '123456@XMGlobal-MT5 2'
let server: TestServer
let app: number

beforeAll(async () => {
  server = await TestServer.start()
  app = await server.application({ mt5: { buy_url: 'https://shop.example/buy' } })
})
afterAll(() => server.end())

const pulse = (params: Record<string, string | number> = {}, account = KEY) =>
  server.api('mt5pulse', app, { account_key: account, ...params })

async function device(
  account = KEY,
  fields: { vip?: number; disabled?: boolean; disable_reason?: string } = {},
) {
  return server.act('device_create', { app, account_key: account, vip: 4_102_243_200, ...fields })
}
const read = (id: number) => server.act('device_get', { id })

describe('mt5logon', () => {
  it('answers an authorized account in the order of the specification', async () => {
    await server.act('device_create', {
      app,
      account_key: '1@A',
      vip: 4_102_243_200,
      label: 'VPS 1',
      license: 'L-1',
    })
    const reply = await server.api('mt5logon', app, { account_key: '1@A', value: 'x' })
    expect(reply).toMatchObject({
      code: 200,
      msg: 'success',
      vip: 4_102_243_200,
      label: 'VPS 1',
      license: 'L-1',
      debug: 0,
    })
    const keys = Object.keys(JSON.parse(reply.text) as object)
    expect(keys).toEqual([
      'code',
      'time',
      'check',
      'msg',
      'vip',
      'license',
      'label',
      'buy_url',
      'account_key',
      'debug',
    ])
  })

  it.each(['mt5logon', 'mt5login'])(
    '%s: answers 404 for an unknown account, with the place to buy',
    async (api) => {
      expect(await server.api(api, app, { account_key: '77@Nowhere' })).toMatchObject({
        code: 404,
        buy_url: 'https://shop.example/buy',
        vip: 0,
      })
    },
  )

  it('answers 403 with the policy off', async () => {
    const off = await server.application({ mt5: { enabled: false } })
    expect(await server.api('mt5logon', off, { account_key: KEY })).toMatchObject({ code: 403 })
  })

  it('answers 114 with the reason for a disabled account', async () => {
    await device('2@A', { disabled: true, disable_reason: 'Chargeback' })
    expect(await server.api('mt5logon', app, { account_key: '2@A' })).toMatchObject({
      code: 114,
      msg: 'Chargeback',
    })
  })

  it('answers 201 for an expired account, still with vip, label and buy_url', async () => {
    const vip = server.clock.now() - 1
    await device('3@A', { vip })
    expect(await server.api('mt5logon', app, { account_key: '3@A' })).toMatchObject({ code: 201, vip })
  })

  it('makes one auto-trial account in simultaneous calls', async () => {
    const trial = await server.application({ mt5: { auto_trial: true, trial_seconds: 3600 } })
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => server.api('mt5logon', trial, { account_key: '5@Demo' })),
    )
    for (const reply of replies) {
      expect(reply).toMatchObject({ code: 200, license: 'TRIAL', vip: server.clock.now() + 3600 })
    }
    expect(await server.act('device_list', { filter: { app: trial } })).toMatchObject({ total: 1 })
    server.clock.pass(3600)
    expect(await server.api('mt5logon', trial, { account_key: '5@Demo' })).toMatchObject({ code: 201 })
  })

  it.each([
    '-2147483000@X',
    '0@X',
    '012@X',
    '12 3@X',
    '@X',
    '1@',
    '1@a@b',
    'abc@X',
    '123456789012345678901@X',
  ])('never makes a trial of %s', async (key) => {
    const trial = await server.application({ mt5: { auto_trial: true } })
    expect(await server.api('mt5logon', trial, { account_key: key })).toMatchObject({ code: 404 })
    expect(await server.act('device_list', { filter: { app: trial } })).toMatchObject({ total: 0 })
  })

  it('stores a text with quotes and backslashes as searchable text', async () => {
    await server.act('device_create', { app, account_key: '6@A', vip: 4_102_243_200, label: 'a"b\\c' })
    const { text } = await server.api('mt5logon', app, { account_key: '6@A' })
    expect(text).toContain(`"label":"a'b/c"`)
    expect(text.startsWith('{"code":200,"time":')).toBe(true)
  })
})

describe('mt5pulse', () => {
  it('stores reported numbers and drops invalid ones', async () => {
    const { id } = await device('10@A')
    const reply = await pulse(
      {
        equity: '9876,5',
        balance: '1e4',
        dd: '-nan(ind)',
        margin_level: '1.#INF',
        positions: 3,
        buy_pos: 2,
        sell_pos: 1,
        float_pnl: '-123.5',
        symbol: 'XAUUSD ',
      },
      '10@A',
    )
    expect(reply).toMatchObject({
      code: 200,
      msg: 'success',
      telemetry_ok: 1,
      pause_open: 0,
      pause_add: 0,
      close_all: 0,
    })
    expect((await read(id)).telemetry).toEqual({
      equity: 9876.5,
      balance: 10_000,
      // 123.5 of 10,000.
      dd: 1.235,
      dd_computed: true,
      positions: 3,
      buy_pos: 2,
      sell_pos: 1,
      float_pnl: -123.5,
      margin_level: null,
      symbol: 'XAUUSD+',
      more: null,
      at: server.clock.now(),
      interval: 0,
    })
  })

  it('has no drawdown without balance and equity, and counts no positions below 0', async () => {
    const { id } = await device('12@A')
    await pulse({ equity: 5, dd: 'nan', positions: -1, buy_pos: -2, sell_pos: 0 }, '12@A')
    expect((await read(id)).telemetry).toMatchObject({
      dd: null,
      dd_computed: false,
      positions: null,
      buy_pos: null,
      sell_pos: 0,
    })
  })

  it('shows the larger drawdown, whatever its sign, and keeps it in the history', async () => {
    const { id } = await device('13@A')
    const from = server.clock.now()
    const shown = async (said: Params) => {
      await pulse(said, '13@A')
      const { dd, dd_computed: isComputed } = (await read(id)).telemetry!
      return [dd, isComputed]
    }
    expect(await shown({ equity: '6,500.00', balance: '10,000.00', dd: '-35.00' })).toEqual([35, false])
    expect(await shown({ equity: 6500, balance: 10_000, dd: '-40,125' })).toEqual([40.125, false])
    expect(await shown({ equity: 6500, balance: 10_000, dd: 12 })).toEqual([35, true])
    expect(await shown({ equity: 6500, balance: 10_000 })).toEqual([35, true])
    await until(async () => {
      const { rows } = await server.act('device_history', { id, from: from - 60, to: from + 60 })
      return rows.length === 1 && rows[0]?.dd_max === 40.125
    }, 'the history')
  })

  it.each([
    ['unknown', '404@A', 404],
    ['no account', 'x', 404],
  ])('%s: is refused with all flags 0', async (_, account, code) => {
    expect(await pulse({ equity: 1 }, account)).toMatchObject({
      code,
      telemetry_ok: 0,
      pause_open: 0,
      pause_add: 0,
      close_all: 0,
    })
  })

  it.each([
    ['disabled', { disabled: true }, 114],
    ['expired', { vip: 1 }, 201],
  ])(
    "%s: is refused, stores nothing, and doesn't hand out a waiting command",
    async (state, fields, code) => {
      const key = `20@${state}`
      const { id } = await device(key)
      await server.act('device_control', { ids: [id], close_all: true, pause_open: true })
      await server.act('device_update', { id, ...fields })
      expect(await pulse({ equity: 5 }, key)).toMatchObject({
        code,
        telemetry_ok: 0,
        pause_open: 0,
        close_all: 0,
      })
      expect(await read(id)).toMatchObject({ telemetry: null, close_all: { state: 'asked' } })
    },
  )

  it('gets a pause with the next pulse', async () => {
    const { id } = await device('11@A')
    expect(await server.act('device_control', { ids: [id], pause_open: true })).toEqual({
      done: 1,
      skipped: [],
    })
    expect(await pulse({}, '11@A')).toMatchObject({ pause_open: 1, pause_add: 0 })
    await server.act('device_control', { ids: [id], pause_open: false, pause_add: true })
    expect(await pulse({}, '11@A')).toMatchObject({ pause_open: 0, pause_add: 1 })
  })
})

describe('device_history', () => {
  it('has the range of each minute', async () => {
    const { id } = await device('50@A')
    const minute = server.clock.now() + 60 - (server.clock.now() % 60)
    server.clock.pass(minute - server.clock.now())
    for (const [equity, dd] of [
      [100, 1],
      [90, 10],
      [95, 5],
    ] as const) {
      await pulse({ equity, dd, balance: 100, positions: 1 }, '50@A')
      server.clock.pass(10)
    }
    server.clock.pass(60)
    await pulse({ equity: 97, balance: 100, positions: 0 }, '50@A')
    const { rows } = await until(async () => {
      const history = await server.act('device_history', { id, from: minute, to: server.clock.now() })
      return history.rows.length === 2 && history
    }, 'the history')
    expect(rows).toEqual([
      {
        ...{
          at: minute,
          equity_min: 90,
          equity_max: 100,
          equity: 95,
          balance: 100,
          dd_max: 10,
          positions: 1,
        },
        ...{
          leverage: null,
          day_profit: null,
          pending_orders: null,
          margin_min: null,
          deposits: 0,
          withdrawals: 0,
        },
      },
      {
        at: minute + 60,
        equity_min: 97,
        equity_max: 97,
        equity: 97,
        balance: 100,
        // The pulse reports none: 3 of 100.
        dd_max: 3,
        positions: 0,
        ...{
          leverage: null,
          day_profit: null,
          pending_orders: null,
          margin_min: null,
          deposits: 0,
          withdrawals: 0,
        },
      },
    ])
  })
})
