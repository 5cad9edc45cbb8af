import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApplicationRecord } from '../../src-server/contract/records/application.ts'
import { START, TestServer } from '../support/test-server.ts'
import { until } from '../support/until.ts'

let server: TestServer

beforeAll(async () => {
  server = await TestServer.start()
})
afterAll(() => server.end())

const read = (app: number) => server.act('app_get', { app })
const create = async (name = 'Gold Grid') => (await server.act('app_create', { name })).app

async function refused(change: Record<string, unknown>): Promise<string[]> {
  const app = await create()
  const before = await read(app)
  const reply = await (await server.owner()).try('app_update', { app, ...change })
  expect(reply).toMatchObject({ code: 422 })
  expect(await read(app)).toEqual(before)
  return Object.keys(reply.fields ?? {})
}

describe('app_create', () => {
  it('numbers applications from 10001 up', async () => {
    const fresh = await TestServer.start()
    const ids = []
    for (let i = 0; i < 3; i++) ids.push((await fresh.act('app_create', { name: 'X' })).app)
    await fresh.end()
    expect(ids).toEqual([10_001, 10_002, 10_003])
  })

  it('makes new keys for each application', async () => {
    const [a, b] = [
      await server.act('app_create', { name: 'A' }),
      await server.act('app_create', { name: 'B' }),
    ]
    expect(a.appkey).toMatch(/^[A-Za-z0-9]{32}$/)
    expect(a.rc4_key).toMatch(new RegExp(`^[A-Za-z0-9]{11}${a.app}$`))
    expect([b.appkey, b.rc4_key.slice(0, 11)]).not.toEqual([a.appkey, a.rc4_key.slice(0, 11)])
    expect(await read(a.app)).toMatchObject({ appkey: a.appkey, rc4_key: a.rc4_key })
  })

  it('gives a new application the settings of docs/console-api.md 11, member by member', async () => {
    const app = await create()
    expect(await read(app)).toMatchObject({
      app,
      name: 'Gold Grid',
      state: 'y',
      free_mode: false,
      encrypt: false,
      mi_type: 0,
      sign: true,
      sign_order: 'received',
      window: 10,
      device_check: true,
      ip_check: false,
      unbind: { interval: 86_400, max: 3, deduct_seconds: 3600, deduct_uses: 1 },
      envelope: 'msg',
      language: 'zh',
      data_urldecode: false,
      mt5: { enabled: false, auto_trial: false, alert_cooldown: 900 },
      pay: { state: 'n' },
      api_total: 0,
      created_at: START,
    } satisfies Partial<Record<keyof ApplicationRecord, unknown>>)
  })

  it.each(['', '   ', 'x'.repeat(65)])('refuses the name %j', async (name) => {
    expect(await (await server.owner()).try('app_create', { name })).toMatchObject({
      code: 422,
      fields: { name: expect.any(String) as string },
    })
  })

  it.each([
    "Robert'); DROP TABLE applications;--",
    '<script>alert(1)</script>',
    '金网格 🥇 \u202eabc',
    '%_\\',
  ])('keeps the name %j as it is', async (name) => {
    expect(await read(await create(name))).toMatchObject({ name })
  })
})

describe('app_update', () => {
  it('changes the members it names and leaves the others', async () => {
    const app = await create()
    const before = await read(app)
    const reply = await server.act('app_update', { app, window: 0, app_gg: 'line<br>two' })
    expect(reply).toEqual({ ...before, window: 0, app_gg: 'line<br>two' })
    expect(await read(app)).toEqual(reply)
  })

  it('changes the members of a nested group and leaves the others', async () => {
    const app = await create()
    const before = await read(app)
    const after = await server.act('app_update', {
      app,
      unbind: { max: 9 },
      mt5: { enabled: true, trial_seconds: 60 },
      pay: { wx: 'y' },
      scripts: { sig: 's' },
    })
    expect(after).toEqual({
      ...before,
      unbind: { ...before.unbind, max: 9 },
      mt5: { ...before.mt5, enabled: true, trial_seconds: 60 },
      pay: { ...before.pay, wx: 'y' },
      scripts: { ...before.scripts, sig: 's' },
    })
  })

  it('changes nothing without members', async () => {
    const app = await create()
    expect(await server.act('app_update', { app, mt5: {} })).toEqual(await read(app))
  })

  it('takes over the keys of an application from another server', async () => {
    const app = await create()
    const keys = { appkey: 'k'.repeat(128), rc4_key: '!~"{}' }
    expect(await server.act('app_update', { app, ...keys })).toMatchObject(keys)
    await server.act('app_update', { app, name: 'Other' })
    expect(await read(app)).toMatchObject(keys)
  })

  it('applies to the next call and survives a restart', async () => {
    const app = await create()
    await server.act('app_update', { app, app_gg: 'one', version: '2.0', pay: { appid: 'A' } })
    expect(await server.api('notice', app)).toMatchObject({ msg: { app_gg: 'one' } })
    await server.act('app_update', { app, app_gg: 'two' })
    expect(await server.api('notice', app)).toMatchObject({ msg: { app_gg: 'two' } })
    // A copy learns a quarter of a second later what another one counts.
    await until(async () => (await read(app)).api_total === 2, 'both calls to be counted')
    const before = await read(app)
    await server.close()
    await server.open()
    expect(await read(app)).toEqual(before)
    expect(await server.api('ini', app, { pay: 1 })).toMatchObject({
      msg: { version: '2.0', pay: { appid: 'A' } },
    })
  })

  it('keeps both of two simultaneous changes', async () => {
    const app = await create()
    await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        server.act('app_update', {
          app,
          ...(i % 2 === 0 ? { mt5: { trial_seconds: 100 + i } } : { unbind: { max: i } }),
        }),
      ),
    )
    const { mt5, unbind } = await read(app)
    expect(mt5.trial_seconds).toBeGreaterThanOrEqual(100)
    expect(mt5.trial_seconds).toBeLessThan(200)
    expect(unbind.max).toBeLessThan(10)
    expect(unbind.max % 2).toBe(1)
  })

  it.each<[string, Record<string, unknown>]>([
    ['name', { name: ' ' }],
    ['state', { state: 'x' }],
    ['state', { state: true }],
    ['appkey', { appkey: '' }],
    ['appkey', { appkey: 'with blank' }],
    ['rc4_key', { rc4_key: '短钥' }],
    ['rc4_key', { rc4_key: 'x'.repeat(129) }],
    ['mi_type', { mi_type: 5 }],
    ['mi_type', { mi_type: '3' }],
    ['window', { window: -1 }],
    ['window', { window: 1.5 }],
    ['window', { window: 86_401 }],
    ['sign', { sign: 'y' }],
    ['sign_order', { sign_order: 'any' }],
    ['envelope', { envelope: '' }],
    ['language', { language: 'fr' }],
    ['app_gg', { app_gg: 'x'.repeat(8001) }],
    ['unbind.max', { unbind: { max: -1 } }],
    ['unbind', { unbind: { nosuch: 1 } }],
    ['mt5.trial_seconds', { mt5: { trial_seconds: 59 } }],
    ['mt5.drawdown_threshold', { mt5: { drawdown_threshold: 101 } }],
    ['mt5.admin_open_id', { mt5: { admin_open_id: 'OU_x' } }],
    ['pay.ali', { pay: { ali: 'x' } }],
    ['body', { api_total: 0 }],
    ['body', { owner_id: 1 }],
    ['body', { created_at: 1 }],
  ])('refuses a bad %s', async (field, change) => {
    expect(await refused(change)).toEqual([field])
  })

  it('refuses all members when one is bad', async () => {
    expect(await refused({ name: 'Good', window: -1 })).toEqual(['window'])
  })

  it.each(['app_get', 'app_update'])('%s: answers 404 for an unknown application', async (act) => {
    for (const app of [1, 9_999_999])
      expect(await (await server.owner()).try(act, { app })).toMatchObject({ code: 404 })
  })
})

describe('app_list', () => {
  it('pages, sorts, filters and searches literally', async () => {
    const own = await TestServer.start()
    for (const name of ['b_1', 'a%1', 'c\\1', 'axx1']) {
      await own.act('app_create', { name })
      own.clock.pass(10)
    }
    await own.act('app_update', { app: 10_003, state: 'n' })
    const names = async (input: Parameters<typeof own.act<'app_list'>>[1]) =>
      (await own.act('app_list', input)).rows.map(({ name }) => name)
    expect(await names({})).toEqual(['axx1', 'c\\1', 'a%1', 'b_1'])
    expect(await names({ sort: 'name' })).toEqual(['a%1', 'axx1', 'b_1', 'c\\1'])
    expect(await names({ sort: 'created_at', desc: true, size: 1, page: 2 })).toEqual(['c\\1'])
    expect(await names({ search: '%' })).toEqual(['a%1'])
    expect(await names({ search: '_' })).toEqual(['b_1'])
    expect(await names({ search: '\\' })).toEqual(['c\\1'])
    expect(await names({ search: 'AXX' })).toEqual(['axx1'])
    expect(await names({ search: '10002' })).toEqual(['a%1'])
    expect(await names({ filter: { state: 'n' } })).toEqual(['c\\1'])
    expect(await own.act('app_list', { page: 99 })).toMatchObject({ rows: [], total: 4 })
    await own.end()
  })
})
