import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CAPABILITIES, type Capability } from '../../src-server/contract/records/capability.ts'
import type { ConsoleClient } from '../support/console-client.ts'
import { TestServer } from '../support/test-server.ts'
import { addOperator, changeDatabase, signIn } from './operators.ts'

/** The platform-wide states of APIs, and the names that share a state. */
let server: TestServer
let owner: ConsoleClient

beforeAll(async () => {
  server = await TestServer.start()
  owner = await server.owner()
  await addOperator(server, 'vendor', 'developer')
})
afterAll(() => server.end())

async function restart(): Promise<void> {
  await server.close()
  await server.open()
  owner = await server.owner()
}

async function capability(app: number, api: Capability, as = owner) {
  const { rows } = await as.call('app_capability_list', { app })
  return rows.find((row) => row.api === api)!
}

describe('capability_set', () => {
  it('closes an API, puts it under maintenance and opens it for everybody, before any grant', async () => {
    const app = await server.application()
    await server.act('app_capability_set', { app, api: 'notice', granted: false })
    expect(await server.act('capability_set', { api: 'notice', state: 'closed' })).toEqual({
      api: 'notice',
      state: 'closed',
      price_text: '',
      hands_out_keys: false,
    })
    expect(await server.api('notice', app)).toMatchObject({ code: 170, msg: '接口已关闭' })
    expect(await capability(app, 'notice')).toMatchObject({ state: 'closed', granted: false })
    await server.act('capability_set', { api: 'notice', state: 'maintenance' })
    expect(await server.api('notice', app)).toMatchObject({ code: 171, msg: '接口维护中' })
    await restart()
    const { rows } = await server.act('capability_list', {})
    expect(rows.map(({ api }) => api)).toEqual(CAPABILITIES)
    expect(rows.filter(({ state }) => state !== 'open')).toMatchObject([
      { api: 'notice', state: 'maintenance' },
    ])
    await server.act('capability_set', { api: 'notice', state: 'open' })
    expect(await server.api('notice', app)).toMatchObject({ code: 172 })
  })

  it('shows a price to developers, keeps it when the state changes, and keeps it over a restart', async () => {
    const vendor = await signIn(server, 'vendor')
    const { app } = await vendor.call('app_create', { name: 'Theirs' })
    await server.act('capability_set', { api: 'ygg', state: 'maintenance' })
    const price_text = '¥ 30 / 月 <b>'
    expect(await server.act('capability_set', { api: 'ygg', price_text: ` ${price_text} ` })).toMatchObject({
      state: 'maintenance',
      price_text,
    })
    await server.act('capability_set', { api: 'ygg', state: 'open' })
    await restart()
    expect(await capability(app, 'ygg', await signIn(server, 'vendor'))).toMatchObject({
      state: 'open',
      price_text,
    })
    const reply = await owner.try('capability_set', { api: 'ygg', price_text: 'x'.repeat(256) })
    expect(reply).toMatchObject({ code: 422, fields: { price_text: expect.any(String) as string } })
    await server.act('capability_set', { api: 'ygg', price_text: '' })
    expect(await capability(app, 'ygg')).toMatchObject({ price_text: '' })
  })

  it('refuses an MT5 API in its own envelope', async () => {
    const app = await server.application()
    await server.act('capability_set', { api: 'mt5pulse', state: 'closed' })
    expect(await server.api('mt5pulse', app, { account_key: '1@A' })).toMatchObject({ code: 170 })
    await server.act('capability_set', { api: 'mt5pulse', state: 'open' })
  })
})

describe('an alias', () => {
  const answers = async (app: number) => [
    (await server.api('mt5logon', app)).code,
    (await server.api('mt5login', app)).code,
  ]

  it('shares the capability of its endpoint, under either name', async () => {
    const app = await server.application()
    for (const api of ['mt5logon', 'mt5login'] as const) {
      expect(await server.act('capability_set', { api, state: 'closed' })).toMatchObject({ api: 'mt5logon' })
      expect(await answers(app)).toEqual([170, 170])
      await server.act('capability_set', { api, state: 'maintenance' })
      expect(await answers(app)).toEqual([171, 171])
      await server.act('capability_set', { api, state: 'open' })
      expect(await server.act('app_capability_set', { app, api, granted: false })).toMatchObject({
        api: 'mt5logon',
      })
      expect(await answers(app)).toEqual([172, 172])
      await server.act('app_capability_set', { app, api, granted: true, expires: server.clock.now() })
      expect(await answers(app)).toEqual([173, 173])
      await server.act('app_capability_set', { app, api, expires: null })
      await server.act('app_api_set', { app, api, on: false })
      expect(await answers(app)).toEqual([172, 172])
      await server.act('app_api_set', { app, api, on: true })
      // The call names no trading account.
      expect(await answers(app)).toEqual([404, 404])
    }
  })

  it('ignores rows that an earlier version stored under the alias', async () => {
    const app = await server.application()
    changeDatabase(server, "INSERT INTO grants (app_id, api, granted) VALUES (?, 'mt5login', false)", app)
    changeDatabase(server, "INSERT INTO api_states (api, state) VALUES ('mt5login', 'closed')")
    await restart()
    expect(await answers(app)).toEqual([404, 404])
    const copy = await server.act('app_copy', { app, name: 'Copy' })
    const copied = await server.store.read((unit) => unit.capabilities.findGrant(copy.app, 'mt5login'))
    expect(copied).toBeUndefined()
  })
})
