import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ActionInput } from '../../src-server/contract/actions/index.ts'
import { MessengerStub } from '../support/messenger-stub.ts'
import { START, TestServer, type Mt5 } from '../support/test-server.ts'
import { until } from '../support/until.ts'
import { auditRows } from './audit-rows.ts'

let server: TestServer
let stub: MessengerStub

beforeAll(async () => {
  stub = await MessengerStub.start()
  server = await TestServer.start(START, { messengerBases: [stub.base] })
})
beforeEach(() => {
  stub.delivered.splice(0)
  stub.bot = 2
  stub.scopes = ['im:message']
})
afterEach(() => {
  stub.tokenMood = 'ok'
})
afterAll(async () => {
  await server.end()
  await stub.stop()
})

const application = (mt5: Mt5 = {}, more: Omit<ActionInput<'app_update'>, 'app'> = {}) =>
  server.application({ ...more, mt5: { ...stub.settings, admin_open_id: 'ou_admin', ...mt5 } })
/** `check: state` for each, with the service's code where it gave one. */
async function check(app: number) {
  const { rows } = await server.act('messenger_check', { app })
  return Object.fromEntries(
    rows.map(({ check, state, code }) => [check, code === undefined ? state : `${state} ${code}`]),
  )
}
const test = (app: number, openId?: string) =>
  server.act('messenger_test', { app, ...(openId !== undefined && { open_id: openId }) })

const FINE = {
  base: 'ok',
  credentials: 'ok',
  bot: 'ok',
  scope: 'ok',
  availability: 'unknown',
  admin: 'ok',
  bind_secret: 'missing',
  bridge: 'unknown',
}
const UNASKED = { bot: 'unknown', scope: 'unknown' }

describe('a check of the set-up', () => {
  afterEach(() => {
    expect(stub.delivered).toEqual([])
  })

  it('lists the checks in one order', async () => {
    const app = await application()
    expect(await check(app)).toEqual(FINE)
    expect(Object.keys(await check(app))).toEqual(Object.keys(FINE))
    await server.act('app_update', { app, mt5: { bind_secret: 's' } })
    expect(await check(app)).toEqual({ ...FINE, bind_secret: 'ok' })
  })

  it('reports a missing administrator', async () => {
    expect(await check(await application({ admin_open_id: '' }))).toEqual({ ...FINE, admin: 'missing' })
  })

  it('asks nothing of an address off the allow list', async () => {
    const calls = stub.calls.length
    expect(await check(await application({ messenger_base: 'http://127.0.0.1:9' }))).toEqual({
      ...FINE,
      base: 'missing',
      credentials: 'unknown',
      ...UNASKED,
    })
    expect(stub.calls).toHaveLength(calls)
  })

  it('reports missing and wrong credentials', async () => {
    expect(await check(await application({ messenger_app_secret: '' }))).toEqual({
      ...FINE,
      credentials: 'missing',
      ...UNASKED,
    })
    expect(await check(await application({ messenger_app_secret: 'wrong' }))).toEqual({
      ...FINE,
      credentials: 'missing 10014',
      ...UNASKED,
    })
  })

  it('reports nothing about the credentials when the service is unreachable', async () => {
    stub.tokenMood = 'down'
    expect(await check(await application())).toEqual({ ...FINE, credentials: 'unknown 10500', ...UNASKED })
  })

  it.each([
    ['was never switched on', { code: 11205 }, 'missing 11205'],
    ['is stopped by its organization', 1, 'missing'],
    ['can’t be asked for', { code: 99991400, status: 429 }, 'unknown'],
  ] as const)('reports the bot %s', async (_, bot, state) => {
    stub.bot = bot
    expect(await check(await application())).toEqual({ ...FINE, bot: state })
  })

  it.each([
    [['im:message:send_as_bot'], false, 'ok'],
    [['im:message:send_as_bot'], true, 'missing'],
    [['im:message:send_as_bot', 'im:message.p2p_msg:readonly'], true, 'ok'],
    [['im:message'], true, 'ok'],
    [['im:message.p2p_msg:readonly'], true, 'missing'],
    [[], false, 'missing'],
    [{ code: 212100 }, false, 'unknown 212100'],
  ] as const)('with scopes %j and a bridge: reports %s', async (scopes, bridge, state) => {
    stub.scopes = scopes
    const app = await application({ bridge })
    expect(await check(app)).toMatchObject({ scope: state, bind_secret: bridge ? 'ok' : 'missing' })
    await server.act('app_delete', { app })
  })

  it('reports the bridge once it is connected', async () => {
    const app = await application({ messenger_enabled: true, bridge: true })
    await until(async () => (await check(app))['bridge'] === 'ok', 'the bridge to stand')
    await server.act('app_update', { app, mt5: { messenger_app_id: 'cli_1' } })
    expect(await check(app)).toMatchObject({ bridge: 'missing' })
    await server.act('app_delete', { app })
  })

  it('asks for the credentials anew each time', async () => {
    const app = await application()
    await check(app)
    stub.secrets.set(stub.settings.messenger_app_id, 'changed at the service')
    expect(await check(app)).toMatchObject({ credentials: 'missing 10014' })
    stub.secrets.set(stub.settings.messenger_app_id, stub.settings.messenger_app_secret)
  })
})

describe('a test message', () => {
  it('goes to the administrator at once, and leaves a row in the audit log', async () => {
    const app = await application({}, { name: 'Gold Grid', language: 'en' })
    expect(await test(app)).toEqual({ sent: true, open_id: 'ou_admin', hint: 'none' })
    expect(stub.delivered).toMatchObject([
      { openId: 'ou_admin', text: 'Gold Grid: this is a test message, messages arrive here.' },
    ])
    const [row] = await auditRows(server, 'messenger_test')
    expect(row).toMatchObject({ appId: app, subjectKind: 'application' })
    expect(JSON.stringify(row?.after)).toContain('ou_admin')
    expect(JSON.stringify(row?.after)).not.toContain(stub.settings.messenger_app_secret)
  })

  it('goes to the named person, also with the switch closed', async () => {
    const app = await application({ messenger_enabled: false })
    expect(await test(app, 'ou_me')).toMatchObject({ sent: true, open_id: 'ou_me' })
    expect(stub.delivered[0]?.text).toContain('测试消息')
  })

  it.each([
    [{ code: 230006 }, 'bot'],
    [{ code: 99991672 }, 'scope'],
    [{ code: 230013 }, 'availability'],
    [{ code: 230038 }, 'availability'],
    [{ code: 230001 }, 'recipient'],
    [{ code: 99992351 }, 'recipient'],
    [{ code: 230022 }, 'refused'],
    [{ code: 99991400 }, 'rate'],
    [{ code: 10500 }, 'unreachable'],
  ] as const)('gives advice when it fails: %j', async (mood, hint) => {
    stub.moods.push(mood)
    expect(await test(await application())).toEqual({
      sent: false,
      open_id: 'ou_admin',
      hint,
      code: mood.code,
    })
    expect(stub.delivered).toEqual([])
  })

  it('fails without credentials, with wrong ones, and to an address off the allow list', async () => {
    expect(await test(await application({ messenger_app_id: '' }))).toMatchObject({
      sent: false,
      hint: 'credentials',
    })
    expect(await test(await application({ messenger_app_secret: 'wrong' }))).toMatchObject({
      hint: 'credentials',
      code: 10014,
    })
    expect(await test(await application({ messenger_base: 'https://elsewhere.example' }))).toMatchObject({
      hint: 'base',
    })
  })

  it('answers 422 without a recipient and for an invalid open_id', async () => {
    const owner = await server.owner()
    const app = await application({ admin_open_id: '' })
    expect(await owner.try('messenger_test', { app })).toMatchObject({
      code: 422,
      fields: { open_id: 'missing' },
    })
    expect(await owner.try('messenger_test', { app, open_id: 'on_1' })).toMatchObject({ code: 422 })
  })

  it('is limited to ten in ten minutes for an application', async () => {
    const owner = await server.owner()
    const app = await application()
    for (let i = 0; i < 10; i++) await test(app)
    expect(await owner.try('messenger_test', { app })).toMatchObject({ code: 429 })
    expect(await test(await application())).toMatchObject({ sent: true })
    server.clock.pass(600)
    expect(await test(app)).toMatchObject({ sent: true })
  })
})
