import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestServer } from '../support/test-server.ts'
import { FOREVER, RecordWorld } from './record-world.ts'

let world: RecordWorld
let server: TestServer
let app: number

beforeAll(async () => {
  world = await RecordWorld.start()
  ;({ server, app } = world)
})
afterAll(() => server.end())

const newKey = () => world.newKey()
const logIn = (kami: string, markcode: string, at = app) => world.logIn(kami, markcode, at)
const logOn = (key: string, at = app) => world.logOn(key, at)
const inDays = (days: number) => world.inDays(days)
const newCode = (days?: number) => world.newCode(days)
const idOf = (kami: string) => world.idOf(kami)
const recordOf = (key: string) => world.recordOf(key)

describe('VIP codes', () => {
  it('move to each machine that logs in, without limit, and their history shows it', async () => {
    const kami = await server.code({ app, type: 'vip' })
    for (const pc of ['PC-1', 'PC-2', 'PC-1'])
      expect(await logIn(kami, pc)).toMatchObject({ code: 200, msg: { vip: String(FOREVER) } })
    const { markcode, unbinds, events } = await server.act('code_get', { id: await idOf(kami) })
    expect({ markcode, unbinds }).toEqual({ markcode: 'PC-1', unbinds: 0 })
    expect(events).toMatchObject([
      { kind: 'move', markcode: 'PC-1', detail: 'PC-2' },
      { kind: 'move', markcode: 'PC-2', detail: 'PC-1' },
      { kind: 'bind', markcode: 'PC-1' },
    ])
  })

  it('stay with the trading account that used them', async () => {
    const kami = await server.code({ app, type: 'vip' })
    const key = newKey()
    expect(await logIn(kami, 'PC')).toMatchObject({ code: 200 })
    expect(await logIn(kami, key)).toMatchObject({ code: 200 })
    expect(await logIn(kami, 'PC')).toMatchObject({ code: 150 })
    expect(await logOn(key)).toMatchObject({ vip: FOREVER })
  })
})

describe('free mode', () => {
  it('serves EAs: makes records for unknown accounts, stores pulses, and ends them with the mode', async () => {
    const free = await server.application({ free_mode: true, mt5: { enabled: true } })
    const keys = [newKey(), newKey(), newKey()] as const
    expect(await server.api('kmlogon', free, { kami: 'any', markcode: keys[0] })).toMatchObject({ code: 200 })
    expect(await logOn(keys[1], free)).toMatchObject({ code: 200, vip: FOREVER, license: 'FREE' })
    const pulse = await server.api('mt5pulse', free, { account_key: keys[2], equity: 7, positions: 1 })
    expect(pulse).toMatchObject({ code: 200, telemetry_ok: 1 })
    for (const key of keys) expect(await recordOf(key)).toMatchObject({ license: 'FREE', vip: FOREVER })
    expect((await recordOf(keys[2]))?.telemetry).toMatchObject({ equity: 7 })

    await server.act('app_update', { app: free, free_mode: false })
    for (const key of keys) expect(await logOn(key, free)).toMatchObject({ code: 201 })
    const kami = await server.code({ app: free, type: 'time', unit: 'day', amount: 1 })
    expect(await logIn(kami, keys[0], free)).toMatchObject({ code: 200, msg: { vip: String(inDays(1)) } })
    expect(await logOn(keys[0], free)).toMatchObject({ code: 200, license: kami })

    await server.act('app_update', { app: free, free_mode: true })
    expect(await logOn(keys[1], free)).toMatchObject({ code: 200, vip: FOREVER })
    expect(await logOn(keys[0], free)).toMatchObject({ code: 200, vip: FOREVER })
    await server.act('app_update', { app: free, free_mode: false })
    expect(await logOn(keys[0], free)).toMatchObject({ code: 200, vip: inDays(1) })
    expect(await logOn(keys[1], free)).toMatchObject({ code: 201 })
  })

  it('ends for accounts that call while it is switched off', async () => {
    const free = await server.application({ free_mode: true, mt5: { enabled: true } })
    const keys = [newKey(), newKey(), newKey(), newKey()] as const
    await logOn(keys[0], free)
    await server.act('app_update', { app: free, free_mode: false })
    await server.act('app_update', { app: free, free_mode: true })

    const writer = await world.holdWriter()
    const over = server.act('app_update', { app: free, free_mode: false })
    await server.act('app_get', { app: free })
    const answers = [
      logOn(keys[0], free),
      logOn(keys[1], free),
      server.api('mt5pulse', free, { account_key: keys[2] }),
      server.api('kmlogon', free, { kami: 'any', markcode: keys[3] }),
    ]
    await server.act('app_get', { app: free })
    void writer.release()
    await Promise.all([over, ...answers])
    for (const key of keys) {
      expect((await logOn(key, free)).code).not.toBe(200)
      expect((await recordOf(key))?.vip ?? 0).toBeLessThanOrEqual(server.clock.now())
    }
  })

  it('leaves an account unchanged that the vendor edits in that moment', async () => {
    const free = await server.application({ free_mode: true, mt5: { enabled: true } })
    const key = newKey()
    await logOn(key, free)
    await server.act('app_update', { app: free, free_mode: false })
    await server.act('app_update', { app: free, free_mode: true })
    const { id } = (await recordOf(key))!

    const writer = await world.holdWriter()
    const edited = server.act('device_update', { id, license: 'GOLD', vip: inDays(2) })
    await server.act('app_get', { app: free })
    const answer = logOn(key, free)
    await server.act('app_get', { app: free })
    void writer.release()
    await Promise.all([edited, answer])
    expect(await recordOf(key)).toMatchObject({ license: 'GOLD', vip: inDays(2) })
  })

  it('keeps a disabled account disabled', async () => {
    const free = await server.application({ free_mode: true, mt5: { enabled: true } })
    const key = newKey()
    await server.act('device_create', {
      app: free,
      account_key: key,
      vip: 5,
      disabled: true,
      disable_reason: 'abuse',
    })
    expect(await logOn(key, free)).toMatchObject({ code: 114, msg: 'abuse' })
    expect(await server.api('kmlogon', free, { kami: 'any', markcode: key })).toMatchObject({
      code: 114,
      msg: 'abuse',
    })
    expect(await server.api('mt5pulse', free, { account_key: key })).toMatchObject({ telemetry_ok: 0 })
  })

  it('makes no record where MT5 is off', async () => {
    const free = await server.application({ free_mode: true, mt5: { enabled: false } })
    const key = newKey()
    expect(await server.api('kmlogon', free, { kami: 'any', markcode: key })).toMatchObject({ code: 200 })
    expect(await recordOf(key)).toBeUndefined()
    expect(await logOn(key, free)).toMatchObject({ code: 403 })
  })
})

describe('codes as people paste them', () => {
  it.each([' K', 'K ', 'K\r\n', 'K\t', 'K\u200b', '\ufeffK'])('are read: %j', async (spelled) => {
    const kami = await newCode()
    expect(await logIn(spelled.replace('K', kami), 'PC')).toMatchObject({ code: 200, msg: { kami } })
  })
})

describe('the address check', () => {
  it('takes an IPv4 address and an IPv6 /64 as the same customer, whichever the call uses', async () => {
    await server.act('settings_set', {
      client_address: { source: 'x_forwarded_for', trusted: ['127.0.0.1'] },
    })
    const checked = await server.application({ ip_check: true })
    const kami = await server.code({ app: checked, type: 'permanent' })
    const from = async (address: string) => {
      const url = `${server.running.publicUrl}/api.php?api=kmlogon&app=${checked}&kami=${kami}&markcode=PC`
      const response = await fetch(url, { headers: { 'x-forwarded-for': address } })
      return ((await response.json()) as { code: number }).code
    }
    expect(await from('203.0.113.9')).toBe(200)
    expect(await from('2001:db8:1:2:aaaa::1')).toBe(200)
    expect(await from('2001:db8:1:2:bbbb::2')).toBe(200)
    expect(await from('::ffff:203.0.113.9')).toBe(200)
    expect(await from('203.0.113.10')).toBe(169)
    expect(await from('2001:db8:1:3::1')).toBe(169)
    const { rows } = await server.act('code_list', { filter: { app: checked, kami } })
    expect(rows).toMatchObject([{ ip: '203.0.113.9', ip6: '2001:db8:1:2' }])
    await server.act('settings_set', { client_address: { source: 'socket', trusted: [] } })
  })
})
