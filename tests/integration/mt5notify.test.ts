import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { ActionInput } from '../../src-server/contract/actions/index.ts'
import { MessengerStub } from '../support/messenger-stub.ts'
import { START, TestServer, type Mt5 } from '../support/test-server.ts'

const FOREVER = 4_102_243_200
let server: TestServer
let stub: MessengerStub
let app: number
let accounts = 0

beforeAll(async () => {
  stub = await MessengerStub.start()
  server = await TestServer.start(START, { messengerBases: [stub.base] })
  app = await application()
})
afterEach(() => {
  stub.delivered.splice(0)
  // No earlier message of the bot or the person counts: the next message need not wait.
  server.clock.pass(60)
})
afterAll(async () => {
  await server.end()
  await stub.stop()
})

const application = (mt5: Mt5 = {}, more: Omit<ActionInput<'app_update'>, 'app'> = {}) =>
  server.application({ ...more, mt5: { messenger_enabled: true, ...stub.settings, ...mt5 } })

/** An account that is bound to a person by default. @returns its key */
async function account(
  fields: Partial<ActionInput<'device_create'>> & { openId?: string } = {},
  at = app,
): Promise<string> {
  const { openId = 'ou_customer', ...device } = fields
  const key = `${++accounts}@A`
  const { id } = await server.act('device_create', { app: at, account_key: key, vip: FOREVER, ...device })
  await bind(id, openId)
  return key
}

/** What a confirmed bind code does. */
async function bind(id: number, openId: string): Promise<void> {
  await server.store.write((unit) => unit.devices.update(id, { messengerOpenId: openId }), { durable: true })
  await server.act('device_update', { id, label: 'bound' })
}

const notify = (key: string, params: Record<string, string> = {}, at = app) =>
  server.api('mt5notify', at, { account_key: key, text: 'Margin call', ...params })

describe('mt5notify refusals in their order, without a message', () => {
  afterEach(() => {
    expect(stub.delivered).toEqual([])
  })

  it('answers 403 with the policy off', async () => {
    const off = await application({ enabled: false, messenger_enabled: false })
    expect(await notify('1@A', {}, off)).toMatchObject({ code: 403, messenger_sent: 0 })
  })

  it.each(['404@Nowhere', 'no account', ''])('answers 404 for an unknown account (%s)', async (key) => {
    const closed = await application({ messenger_enabled: false })
    expect(await notify(key, {}, closed)).toMatchObject({
      code: 404,
      msg: 'MT5授权不存在',
      messenger_sent: 0,
    })
  })

  it('answers 114 with the reason when disabled and 201 when expired, before the check of the switch', async () => {
    const closed = await application({ messenger_enabled: false })
    const disabled = await account({ disabled: true, disable_reason: 'Chargeback' }, closed)
    expect(await notify(disabled, {}, closed)).toMatchObject({ code: 114, msg: 'Chargeback' })
    const expired = await account({ vip: server.clock.now() }, closed)
    expect(await notify(expired, {}, closed)).toMatchObject({ code: 201, msg: 'MT5授权已到期' })
  })

  it('answers 423 with the switch closed, before the credentials', async () => {
    const closed = await application({ messenger_enabled: false, messenger_app_secret: '' })
    const key = await account({ openId: '' }, closed)
    expect(await notify(key, {}, closed)).toMatchObject({
      code: 423,
      msg: '该应用未开启消息通知',
      messenger_sent: 0,
    })
  })

  it.each([
    ['no application id', { messenger_app_id: '' }],
    ['no secret', { messenger_app_secret: '' }],
  ])('answers 500 for %s, before the recipient', async (_, mt5) => {
    const bare = await application(mt5)
    const key = await account({ openId: '' }, bare)
    expect(await notify(key, {}, bare)).toMatchObject({ code: 500, msg: '服务器配置有误', messenger_sent: 0 })
  })

  it('answers 500 for a base address off the allow list, without a call to it', async () => {
    const strange = await application({ messenger_base: 'http://127.0.0.1:9' })
    expect(await notify(await account({}, strange), {}, strange)).toMatchObject({
      code: 500,
      messenger_sent: 0,
    })
  })

  it('answers 422 for an account without a bound person', async () => {
    const key = await account({ openId: '' })
    expect(await notify(key)).toMatchObject({ code: 422, msg: '该设备未绑定openid', messenger_sent: 0 })
  })

  it.each(['', '  \n'])('answers 401 without a text (%j)', async (text) => {
    expect(await notify(await account(), { text })).toMatchObject({
      code: 401,
      messenger_sent: 0,
      event: 'notify',
    })
  })

  it.each(['rate', 'html', 'down', 'tokenInvalid'] as const)(
    'answers 502 when the messenger answers with %s',
    async (mood) => {
      stub.moods.push(mood, mood, mood)
      expect(await notify(await account())).toMatchObject({
        code: 502,
        msg: '消息发送失败',
        messenger_sent: 0,
      })
      stub.moods.splice(0)
    },
  )

  it('answers 502 when the messenger refuses the recipient or the credentials', async () => {
    expect(await notify(await account({ openId: 'ou_stranger' }))).toMatchObject({
      code: 502,
      messenger_sent: 0,
    })
    const wrong = await application({ messenger_app_secret: 'wrong' })
    expect(await notify(await account({}, wrong), {}, wrong)).toMatchObject({ code: 502, messenger_sent: 0 })
  })

  it('answers in English where the application asks for it', async () => {
    const english = await application({ messenger_enabled: false }, { language: 'en' })
    const key = await account({}, english)
    expect(await notify(key, {}, english)).toMatchObject({
      msg: 'Messages are switched off for this application',
    })
  })
})

describe('a message', () => {
  it('arrives as written, and the answer has the fields of the specification in their order', async () => {
    const reply = await notify(await account({ openId: 'ou_7' }), { text: '止损 100\nok', value: 'v' })
    expect(reply).toMatchObject({
      status: 200,
      code: 200,
      msg: 'success',
      messenger_sent: 1,
      event: 'notify',
      symbol: '',
    })
    expect(Object.keys(JSON.parse(reply.text) as object)).toEqual([
      'code',
      'time',
      'check',
      'msg',
      'messenger_sent',
      'event',
      'symbol',
    ])
    expect(stub.delivered).toMatchObject([{ openId: 'ou_7', text: '止损 100\nok' }])
  })

  it.each([
    ['mt5_login and mt5_server', (key: string) => ({ mt5_login: key.split('@')[0]!, mt5_server: 'A' })],
    ['markcode', (key: string) => ({ markcode: key })],
  ])('goes out for an account named by %s', async (_, name) => {
    const key = await account()
    expect(await server.api('mt5notify', app, { text: 'x', ...name(key) })).toMatchObject({ code: 200 })
  })

  it('is cut after 4000 characters, none of them in half', async () => {
    await notify(await account(), { text: '𝄞'.repeat(4001) })
    expect(stub.delivered[0]?.text).toBe('𝄞'.repeat(4000))
  })

  it('cuts event and symbol at 32 and echoes them, and restores a + that became a space', async () => {
    expect(await notify(await account(), { event: 'é'.repeat(33), symbol: 'X'.repeat(40) })).toMatchObject({
      event: 'é'.repeat(32),
      symbol: 'X'.repeat(32),
    })
    expect(await notify(await account(), { event: 'stop', symbol: 'XAUUSD ' })).toMatchObject({
      event: 'stop',
      symbol: 'XAUUSD+',
    })
  })

  it('goes out by GET too, and without a signature where the application asks for one', async () => {
    const signing = await application({}, { sign: true, window: 10 })
    const key = await account({}, signing)
    const response = await fetch(
      `${server.running.publicUrl}/api.php?api=mt5notify&app=${signing}&account_key=${key}&text=hi`,
    )
    expect(await response.json()).toMatchObject({ code: 200, messenger_sent: 1 })
  })

  it('arrives when the service forgot the token', async () => {
    const key = await account()
    await notify(key)
    stub.forgetTokens()
    expect(await notify(key, { text: 'after' })).toMatchObject({ code: 200, messenger_sent: 1 })
    expect(stub.delivered.map(({ text }) => text)).toEqual(['Margin call', 'after'])
  })
})

describe('the limit of messages', () => {
  it('is 20 a minute for an account, also in simultaneous calls; then 201 with the text of 429', async () => {
    const [busy, other] = [await account(), await account()]
    const replies = await Promise.all(Array.from({ length: 25 }, () => notify(busy)))
    expect(replies.filter(({ code }) => code === 200)).toHaveLength(20)
    const refused = replies.filter(({ code }) => code !== 200)
    expect(refused).toHaveLength(5)
    for (const reply of refused) {
      expect(reply).toMatchObject({ status: 200, code: 201, msg: '请求频率过快', messenger_sent: 0 })
    }
    expect(await notify(other)).toMatchObject({ code: 200 })
    server.clock.pass(59)
    expect(await notify(busy)).toMatchObject({ code: 201 })
    server.clock.pass(1)
    expect(await notify(busy)).toMatchObject({ code: 200 })
  })

  it('counts no refused message', async () => {
    const bare = await application({ messenger_enabled: false })
    const key = await account({}, bare)
    for (let i = 0; i < 25; i++) await notify(key, {}, bare)
    await server.act('app_update', { app: bare, mt5: { messenger_enabled: true } })
    expect(await notify(key, {}, bare)).toMatchObject({ code: 200 })
  })
})

describe('secrets', () => {
  it('are neither in the answer nor in the log', async () => {
    const wrong = await application({ messenger_app_secret: 'WRONG-SECRET' })
    const reply = await notify(await account({}, wrong), {}, wrong)
    expect(reply.text).not.toContain('WRONG-SECRET')
    expect(server.log.warnings.join()).not.toContain('WRONG-SECRET')
  })
})
