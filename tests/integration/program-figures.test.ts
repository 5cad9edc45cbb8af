import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Params } from '../support/runtime-client.ts'
import { TestServer } from '../support/test-server.ts'
import { until } from '../support/until.ts'

let server: TestServer
let app: number
beforeAll(async () => {
  server = await TestServer.start()
  app = await server.application()
})
afterAll(() => server.end())

let made = 0
async function account(): Promise<{ id: number; key: string }> {
  const key = `${++made}@Figures`
  const { id } = await server.act('device_create', { app, account_key: key, vip: 4_102_243_200 })
  return { id, key }
}
async function pulse(key: string, params: Params): Promise<void> {
  const reply = await server.api('mt5pulse', app, { account_key: key, equity: 100, ...params })
  expect(reply).toMatchObject({ code: 200, telemetry_ok: 1 })
}
const moreOf = async (id: number) => (await server.act('device_get', { id })).telemetry!.more

const ALL = {
  currency: 'USD',
  program_version: '2.10',
  magic: '18446744073709551615',
  leverage: '500',
  account_name: 'Zhang San 张三',
  day_profit: '-12.5',
  pending_orders: '3',
}
const READ = { ...ALL, leverage: 500, day_profit: -12.5, pending_orders: 3 }

describe('figures that newer programs send', () => {
  it('are shown, and outlive a restart', async () => {
    const { id, key } = await account()
    await pulse(key, ALL)
    expect(await moreOf(id)).toEqual(READ)
    await server.close()
    await server.open()
    expect(await moreOf(id)).toEqual(READ)
  })

  it('are absent from an account whose program sends none', async () => {
    const { id, key } = await account()
    await pulse(key, { balance: 100, positions: 1 })
    expect(await moreOf(id)).toBeNull()
    await server.close()
    await server.open()
    expect(await moreOf(id)).toBeNull()
  })

  it.each<[Params, object]>([
    [{ day_profit: '1,234.50' }, { day_profit: 1234.5 }],
    [{ day_profit: '12,5' }, { day_profit: 12.5 }],
    [
      { day_profit: '1.#INF', leverage: 100 },
      { day_profit: null, leverage: 100 },
    ],
    [
      { leverage: '-100', pending_orders: 0 },
      { leverage: null, pending_orders: 0 },
    ],
    [
      { leverage: '33.3', pending_orders: '2.5', day_profit: 0 },
      { leverage: null, pending_orders: null },
    ],
    [{ leverage: '500.0' }, { leverage: 500 }],
    [
      { leverage: '1e400', currency: 'EUR' },
      { leverage: null, currency: 'EUR' },
    ],
    [{ magic: ' 0123 ' }, { magic: '0123' }],
    [{ magic: '-5', currency: 'EUR' }, { magic: '' }],
    [{ magic: '1'.repeat(21), currency: 'EUR' }, { magic: '' }],
    [{ currency: ' usc ', magic: '' }, { currency: 'usc' }],
    [{ currency: 'TOOLONGTEXT' }, { currency: 'TOOLONGT' }],
    [{ program_version: 'v'.repeat(40) }, { program_version: 'v'.repeat(32) }],
    [{ account_name: '😀'.repeat(70) }, { account_name: '😀'.repeat(64) }],
    [{ account_name: 'A\u0007B\u202eC\u200bD\nE' }, { account_name: 'ABCDE' }],
    [{ account_name: '<b>"x"</b>' }, { account_name: '<b>"x"</b>' }],
  ])('are read with the tolerance of other figures: %j', async (sent, expected) => {
    const { id, key } = await account()
    await pulse(key, sent)
    expect(await moreOf(id)).toMatchObject(expected)
  })

  it('change with the next pulse, and its numbers go when it sends none', async () => {
    const { id, key } = await account()
    await pulse(key, ALL)
    await pulse(key, { ...ALL, program_version: '2.11', magic: '' })
    expect(await moreOf(id)).toEqual({ ...READ, program_version: '2.11', magic: '' })
    // Another terminal of the account runs an older program.
    await pulse(key, {})
    const texts = { currency: 'USD', program_version: '2.11', magic: '', account_name: ALL.account_name }
    expect(await moreOf(id)).toEqual({ ...texts, leverage: null, day_profit: null, pending_orders: null })
    await server.close()
    await server.open()
    expect(await moreOf(id)).toMatchObject(texts)
  })

  it('are in the history of the account, the last value of each step', async () => {
    const { id, key } = await account()
    const minute = server.clock.now() + 60 - (server.clock.now() % 60)
    server.clock.pass(minute - server.clock.now())
    await pulse(key, { day_profit: 5, pending_orders: 4, leverage: 100 })
    server.clock.pass(10)
    await pulse(key, { day_profit: -7, pending_orders: 0 })
    server.clock.pass(60)
    await pulse(key, {})
    const { rows } = await until(async () => {
      const history = await server.act('device_history', { id, from: minute, to: server.clock.now() })
      return history.rows.length === 2 && history
    }, 'the history')
    expect(rows).toMatchObject([
      { day_profit: -7, pending_orders: 0, leverage: 100 },
      { day_profit: null, pending_orders: null, leverage: null },
    ])
  })

  it('are stored by no refused pulse', async () => {
    const { id, key } = await account()
    await server.act('device_update', { id, disabled: true })
    await server.api('mt5pulse', app, { account_key: key, ...ALL })
    expect((await server.act('device_get', { id })).telemetry).toBeNull()
  })
})
