import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RUNTIME_APIS, type RuntimeApi } from '../../src-server/contract/records/capability.ts'
import { TestServer } from '../support/test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await TestServer.start()
})
afterAll(() => server.end())

async function capability(app: number, api: RuntimeApi) {
  const { rows } = await server.act('app_capability_list', { app })
  return rows.find((row) => row.api === api)!
}

describe('app_capability_list', () => {
  it('every API; a new application has all but those that hand out keys', async () => {
    const app = await server.application()
    const { rows } = await server.act('app_capability_list', { app })
    expect(rows.map(({ api }) => api)).toEqual(RUNTIME_APIS)
    for (const row of rows) {
      const handsOut = ['getrc4', 'automaticsample', 'logongetapp', 'openrc42'].includes(row.api)
      expect(row).toMatchObject({
        state: 'open',
        granted: !handsOut,
        granted_by_default: !handsOut,
        expires: null,
        sign: null,
      })
    }
  })
})

describe('app_capability_set', () => {
  it('takes an API away and gives it back, from the next call on, for this application alone', async () => {
    const [app, other] = [await server.application(), await server.application()]
    expect(await server.act('app_capability_set', { app, api: 'kmlogon', granted: false })).toMatchObject({
      api: 'kmlogon',
      granted: false,
      granted_by_default: true,
    })
    expect(await server.api('kmlogon', app)).toMatchObject({ code: 172, msg: '未添加或购买接口' })
    expect(await server.api('kmlogon', other)).toMatchObject({ code: 148 })
    await server.act('app_capability_set', { app, api: 'kmlogon', granted: true })
    expect(await server.api('kmlogon', app)).toMatchObject({ code: 148 })
  })

  it('a grant ends at its time; an end stays until another is named', async () => {
    const app = await server.application()
    const expires = server.clock.now() + 100
    await server.act('app_capability_set', { app, api: 'ini', granted: true, expires })
    server.clock.pass(99)
    expect(await server.api('ini', app)).toMatchObject({ code: 200 })
    server.clock.pass(1)
    expect(await server.api('ini', app)).toMatchObject({ code: 173, msg: '接口已过期' })
    expect(await server.act('app_capability_set', { app, api: 'ini', granted: true })).toMatchObject({
      expires,
    })
    expect(await server.api('ini', app)).toMatchObject({ code: 173 })
    await server.act('app_capability_set', { app, api: 'ini', granted: true, expires: null })
    expect(await server.api('ini', app)).toMatchObject({ code: 200 })
  })

  it("an API's own signature switch goes before the application's, either way", async () => {
    const app = await server.application()
    await server.act('app_capability_set', { app, api: 'kmlogon', granted: true, sign: true })
    expect(await server.api('kmlogon', app)).toMatchObject({ code: 104 })
    expect(await server.api('userlogon', app)).toMatchObject({ code: 110 })
    await server.act('app_update', { app, sign: true })
    await server.act('app_capability_set', { app, api: 'kmlogon', granted: true, sign: false })
    expect(await server.api('kmlogon', app)).toMatchObject({ code: 148 })
    expect(await server.api('userlogon', app)).toMatchObject({ code: 104 })
    await server.act('app_capability_set', { app, api: 'kmlogon', granted: true, sign: null })
    expect(await server.api('kmlogon', app)).toMatchObject({ code: 104 })
  })

  it('survives a start, and a change of the application', async () => {
    const app = await server.application()
    await server.act('app_capability_set', { app, api: 'notice', granted: false, sign: true })
    await server.act('app_update', { app, name: 'Renamed' })
    expect(await server.api('notice', app)).toMatchObject({ code: 172 })
    await server.close()
    await server.open()
    expect(await capability(app, 'notice')).toMatchObject({ granted: false, sign: true })
    expect(await server.api('notice', app)).toMatchObject({ code: 172 })
  })

  it.each([
    ['pay', { api: 'pay', granted: true }],
    ['nothing said', { api: 'ini' }],
  ])('%s: 422', async (_, input) => {
    const app = await server.application()
    expect(await (await server.owner()).try('app_capability_set', { app, ...input })).toMatchObject({
      code: 422,
    })
  })
})

describe('capability_set', () => {
  it('closes, puts under maintenance and opens an API for everybody, before any grant', async () => {
    const app = await server.application()
    await server.act('app_capability_set', { app, api: 'notice', granted: false })
    expect(await server.act('capability_set', { api: 'notice', state: 'closed' })).toEqual({
      api: 'notice',
      state: 'closed',
      price_text: '',
      granted_by_default: true,
    })
    expect(await server.api('notice', app)).toMatchObject({ code: 170, msg: '接口已关闭' })
    expect(await capability(app, 'notice')).toMatchObject({ state: 'closed', granted: false })
    await server.act('capability_set', { api: 'notice', state: 'maintenance' })
    expect(await server.api('notice', app)).toMatchObject({ code: 171, msg: '接口维护中' })
    await server.close()
    await server.open()
    const { rows } = await server.act('capability_list', {})
    expect(rows.map(({ api }) => api)).toEqual(RUNTIME_APIS)
    expect(rows.filter(({ state }) => state !== 'open')).toMatchObject([
      { api: 'notice', state: 'maintenance' },
    ])
    await server.act('capability_set', { api: 'notice', state: 'open' })
    expect(await server.api('notice', app)).toMatchObject({ code: 172 })
  })

  it('a price is said to developers, stays while the state changes, and outlives the server', async () => {
    const app = await server.application()
    await server.act('capability_set', { api: 'ygg', state: 'maintenance' })
    const price_text = '¥ 30 / 月 <b>'
    expect(await server.act('capability_set', { api: 'ygg', price_text: ` ${price_text} ` })).toMatchObject({
      state: 'maintenance',
      price_text,
    })
    await server.act('capability_set', { api: 'ygg', state: 'open' })
    await server.close()
    await server.open()
    expect(await capability(app, 'ygg')).toMatchObject({ state: 'open', price_text })
    const reply = await (
      await server.owner()
    ).try('capability_set', { api: 'ygg', price_text: 'x'.repeat(256) })
    expect(reply).toMatchObject({ code: 422, fields: { price_text: expect.any(String) as string } })
    await server.act('capability_set', { api: 'ygg', price_text: '' })
    expect(await capability(app, 'ygg')).toMatchObject({ price_text: '' })
  })

  it('an MT5 API refuses in its own envelope', async () => {
    const app = await server.application()
    await server.act('capability_set', { api: 'mt5pulse', state: 'closed' })
    expect(await server.api('mt5pulse', app, { account_key: '1@A' })).toMatchObject({ code: 170 })
    await server.act('capability_set', { api: 'mt5pulse', state: 'open' })
  })
})
