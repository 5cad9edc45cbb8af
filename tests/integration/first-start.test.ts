import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { freshnessOf } from '../../src-server/contract/health.ts'
import { TestServer } from '../support/test-server.ts'
import { unzip } from '../support/unzip.ts'
import { until } from '../support/until.ts'
import { visit } from '../support/self-service-client.ts'
import { addOperator, signIn } from './operators.ts'

let server: TestServer
beforeEach(async () => {
  server = await TestServer.start()
})
afterEach(async () => {
  await server.end()
})

const demoRows = async () => {
  const { rows } = await server.act('device_list', { size: 500 })
  return rows.filter(({ account_key }) => account_key.endsWith('@Pulsekey-Demo'))
}
/** Moves the clock in steps of a second, so that each turn of the demo runs, and one of two copies stays the steward. */
async function pass(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second++) {
    server.clock.pass(1)
    await server.settle()
    await setImmediate()
    await setImmediate()
  }
}

function expectLive({ at, interval }: { readonly at: number; readonly interval: number }): void {
  expect(freshnessOf({ at, interval }, server.clock.now())).toBe('live')
}

describe('demo accounts', () => {
  it('report every few seconds, and their figures agree with each other', async () => {
    const { accounts } = await server.act('demo_start', { language: 'en' })
    expect(accounts).toBe(24)
    const first = await until(async () => {
      const rows = await demoRows()
      // A copy that learns of the accounts after their first reports waits for the next ones.
      if (rows.every(({ telemetry }) => telemetry !== null)) return rows
      await pass(1)
      return undefined
    }, 'each account to report')
    expect(first).toHaveLength(24)
    await pass(120)
    const later = await demoRows()
    for (const { telemetry } of later) {
      expectLive(telemetry!)
      const { equity, balance, float_pnl, positions, buy_pos, sell_pos } = telemetry!
      expect(equity!).toBeCloseTo(balance! + float_pnl!, 1)
      expect(buy_pos! + sell_pos!).toBe(positions!)
      if (positions === 0) expect(float_pnl).toBe(0)
    }
    const moved = later.filter((row, index) => row.telemetry!.equity !== first[index]!.telemetry!.equity)
    expect(moved.length).toBeGreaterThan(12)
  })

  it('open nothing while opening is paused, and close on an order', async () => {
    await server.act('demo_start', {})
    await pass(60)
    const ids = (await demoRows()).map(({ id }) => id)
    await server.act('device_control', { ids, pause_open: true, pause_add: true, close_all: true })
    const states = async () => new Set((await demoRows()).map(({ close_all }) => close_all.state))
    await until(async () => {
      await pass(1)
      return [...(await states())].join() === 'confirmed'
    }, 'every account is flat')
    await pass(60)
    for (const { telemetry } of await demoRows()) expect(telemetry!.positions).toBe(0)
    await server.act('device_control', { ids, pause_open: false })
    await pass(60)
    expect((await demoRows()).some(({ telemetry }) => telemetry!.positions! > 0)).toBe(true)
  })

  it('continue after a restart where they were', async () => {
    await server.act('demo_start', {})
    await pass(40)
    const before = new Map((await demoRows()).map(({ id, telemetry }) => [id, telemetry!.balance!]))
    await server.close()
    await server.open()
    await pass(8)
    for (const { id, telemetry } of await demoRows()) {
      expectLive(telemetry!)
      // A trade may have ended: never a jump back to the start.
      expect(Math.abs(telemetry!.balance! - before.get(id)!)).toBeLessThan(before.get(id)! * 0.5)
    }
  })

  it('are deleted whole, and can begin again', async () => {
    const { app } = await server.act('demo_start', {})
    expect(await (await server.owner()).try('demo_start', {})).toMatchObject({ code: 409 })
    await server.act('demo_end', {})
    expect(await demoRows()).toEqual([])
    expect((await server.act('app_list', {})).rows.map((row) => row.app)).not.toContain(app)
    await pass(10)
    expect(await (await server.owner()).try('demo_end', {})).toMatchObject({ code: 404 })
    expect((await server.act('demo_start', {})).accounts).toBe(24)
  })

  it('raise no risk, no mail and no message, whatever happens to them', async () => {
    await server.act('demo_start', {})
    const { app } = (await server.act('start_get', {})).demo!
    const mt5 = { drawdown_threshold: 1, silence_alert: 60, rearm_close_all: false } as const
    await server.act('app_update', { app, sign: false, mt5 })
    await pass(300)
    const risks = (await server.act('risk_list', {})).rows.filter((row) => row.app === app)
    expect(risks).toEqual([])
    expect((await server.act('message_list', {})).rows).toEqual([])
    expect((await server.running.summarize()).live).toBe(0)
  })

  it('answer no program and no customer', async () => {
    const { app } = await server.act('demo_start', {})
    const { account_key } = (await demoRows())[0]!
    const logon = await server.api('mt5logon', app, { account_key })
    expect(logon['code']).not.toBe(200)
    const asked = await visit(server, 'query_device', { account_key })
    expect(JSON.stringify(asked)).not.toContain('Demo accounts')
  })

  it('are only the owner’s', async () => {
    await addOperator(server, 'developer', 'developer')
    const developer = await signIn(server, 'developer')
    for (const act of ['demo_start', 'demo_end', 'start_get'])
      expect(await developer.try(act, {})).toMatchObject({ code: 403 })
  })
})

describe('the steps of a new server', () => {
  it('begin with nothing, and follow what happens; demo accounts count for none', async () => {
    const start = () => server.act('start_get', {})
    expect(await start()).toMatchObject({ application: null, licence: false, pulse: false, demo: null })
    await server.act('demo_start', {})
    expect(await start()).toMatchObject({ application: null, licence: false, pulse: false })
    const { app } = await server.act('app_create', { name: 'Gold Grid', preset: 'ea' })
    expect((await start()).application).toEqual({ app, name: 'Gold Grid', mt5: true })
    await server.api('mt5logon', app, { account_key: '1@Broker' })
    expect(await start()).toMatchObject({ licence: true, pulse: false })
    await server.api('mt5pulse', app, { account_key: '1@Broker', equity: 100 })
    expect(await start()).toMatchObject({ licence: true, pulse: true })
  })

  it('name the address, and whether the owner set it', async () => {
    expect((await server.act('start_get', {})).address).toMatchObject({ is_set: false, reach: 'loopback' })
    await server.act('settings_set', { site: { public_address: 'https://ea.example.com' } })
    expect((await server.act('start_get', {})).address).toEqual({
      url: 'https://ea.example.com/',
      is_set: true,
      reach: 'public',
    })
  })
})

describe('an application of a preset', () => {
  it('ea: MT5 with trials and a threshold of 30 %', async () => {
    const { app } = await server.act('app_create', { name: 'EA', preset: 'ea' })
    const { mt5, sign, encrypt } = await server.act('app_get', { app })
    expect(mt5).toMatchObject({ enabled: true, auto_trial: true, drawdown_threshold: 30 })
    expect({ sign, encrypt }).toEqual({ sign: true, encrypt: false })
  })

  it('codes, or none: the settings of the specification', async () => {
    const settingsOf = async (preset?: 'codes') => {
      const { app } = await server.act('app_create', { name: 'Script', ...(preset && { preset }) })
      const record = await server.act('app_get', { app })
      const { app: _, appkey: __, rc4_key: ___, answer_key: ____, ...settings } = record
      return settings
    }
    expect(await settingsOf('codes')).toEqual(await settingsOf())
    expect((await settingsOf('codes')).mt5.enabled).toBe(false)
  })
})

describe('a kit', () => {
  it('has the application’s number, key and public address in it', async () => {
    await server.act('settings_set', { site: { public_address: 'https://ea.example.com' } })
    const { app, appkey } = await server.act('app_create', { name: 'EA', preset: 'ea' })
    for (const type of ['mql5', 'mql4', 'python', 'php', 'java', 'lua', 'c'] as const) {
      const { name, zip } = await server.act('kit_get', { app, type })
      expect(name).toBe(`pulsekey-${app}-${type}.zip`)
      const text = unzip(Buffer.from(zip, 'base64'))
      expect(text, type).toContain(String(app))
      expect(text, type).toContain('ea.example.com')
      if (!type.startsWith('mql')) expect(text, type).toContain(appkey)
    }
  })

  it('is refused where it does not speak the encryption', async () => {
    const { app } = await server.act('app_create', { name: 'AES' })
    await server.act('app_update', { app, encrypt: true, mi_type: 1 })
    expect(await (await server.owner()).try('kit_get', { app, type: 'python' })).toMatchObject({ code: 409 })
    expect((await server.act('kit_get', { app, type: 'mql5' })).name).toContain('mql5')
  })
})
