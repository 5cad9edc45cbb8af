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
  // Whatever a bot and a person were sent, it is over: the next message needn't wait for its turn.
  server.clock.pass(60)
})
afterAll(async () => {
  await server.end()
  await stub.stop()
})

const application = (mt5: Mt5 = {}, more: Omit<ActionInput<'app_update'>, 'app'> = {}) =>
  server.application({ ...more, mt5: { messenger_enabled: true, ...stub.settings, ...mt5 } })

/** An account that is bound to a person, unless told otherwise. @returns its key */
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

describe('refusals, in their order; nothing leaves', () => {
  afterEach(() => {
    expect(stub.delivered).toEqual([])
  })

  it('policy off: 403', async () => {
    const off = await application({ enabled: false, messenger_enabled: false })
    expect(await notify('1@A', {}, off)).toMatchObject({ code: 403, messenger_sent: 0 })
  })

  it.each(['404@Nowhere', 'no account', ''])('unknown (%s): 404', async (key) => {
    const closed = await application({ messenger_enabled: false })
    expect(await notify(key, {}, closed)).toMatchObject({
      code: 404,
      msg: 'MT5授权不存在',
      messenger_sent: 0,
    })
  })

  it('disabled: 114 with the reason; expired: 201; before the switch is looked at', async () => {
    const closed = await application({ messenger_enabled: false })
    const disabled = await account({ disabled: true, disable_reason: 'Chargeback' }, closed)
    expect(await notify(disabled, {}, closed)).toMatchObject({ code: 114, msg: 'Chargeback' })
    const expired = await account({ vip: server.clock.now() }, closed)
    expect(await notify(expired, {}, closed)).toMatchObject({ code: 201, msg: 'MT5授权已到期' })
  })

  it('switch closed: 423, before the credentials', async () => {
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
  ])('%s: 500, before the recipient', async (_, mt5) => {
    const bare = await application(mt5)
    const key = await account({ openId: '' }, bare)
    expect(await notify(key, {}, bare)).toMatchObject({ code: 500, msg: '服务器配置有误', messenger_sent: 0 })
  })

  it('a base address that is not allowed: 500, and it is not called', async () => {
    const strange = await application({ messenger_base: 'http://127.0.0.1:9' })
    expect(await notify(await account({}, strange), {}, strange)).toMatchObject({
      code: 500,
      messenger_sent: 0,
    })
  })

  it('bound to nobody: 422', async () => {
    const key = await account({ openId: '' })
    expect(await notify(key)).toMatchObject({ code: 422, msg: '该设备未绑定openid', messenger_sent: 0 })
  })

  it.each(['', '  \n'])('no text (%j): 401', async (text) => {
    expect(await notify(await account(), { text })).toMatchObject({
      code: 401,
      messenger_sent: 0,
      event: 'notify',
    })
  })

  it.each(['rate', 'html', 'down', 'tokenInvalid'] as const)(
    'the messenger answers with %s: 502',
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

  it('the messenger refuses the recipient, or the credentials: 502', async () => {
    expect(await notify(await account({ openId: 'ou_stranger' }))).toMatchObject({
      code: 502,
      messenger_sent: 0,
    })
    const wrong = await application({ messenger_app_secret: 'wrong' })
    expect(await notify(await account({}, wrong), {}, wrong)).toMatchObject({ code: 502, messenger_sent: 0 })
  })

  it('in English where the application asks for it', async () => {
    const english = await application({ messenger_enabled: false }, { language: 'en' })
    const key = await account({}, english)
    expect(await notify(key, {}, english)).toMatchObject({
      msg: 'Messages are switched off for this application',
    })
  })
})

describe('a message', () => {
  it('arrives as it was written; the answer has the fields of the specification in their order', async () => {
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
  ])('for an account named by %s', async (_, name) => {
    const key = await account()
    expect(await server.api('mt5notify', app, { text: 'x', ...name(key) })).toMatchObject({ code: 200 })
  })

  it('is cut after 4000 characters, none of them in half', async () => {
    await notify(await account(), { text: '𝄞'.repeat(4001) })
    expect(stub.delivered[0]?.text).toBe('𝄞'.repeat(4000))
  })

  it('event and symbol are cut at 32 and echoed; a + that became a space is a + again', async () => {
    expect(await notify(await account(), { event: 'é'.repeat(33), symbol: 'X'.repeat(40) })).toMatchObject({
      event: 'é'.repeat(32),
      symbol: 'X'.repeat(32),
    })
    expect(await notify(await account(), { event: 'stop', symbol: 'XAUUSD ' })).toMatchObject({
      event: 'stop',
      symbol: 'XAUUSD+',
    })
  })

  it('goes by GET as well, and needs no signature where the application asks for one', async () => {
    const signing = await application({}, { sign: true, window: 10 })
    const key = await account({}, signing)
    const response = await fetch(
      `${server.running.publicUrl}/api.php?api=mt5notify&app=${signing}&account_key=${key}&text=hi`,
    )
    expect(await response.json()).toMatchObject({ code: 200, messenger_sent: 1 })
  })

  it('a token that the service forgot costs nothing', async () => {
    const key = await account()
    await notify(key)
    stub.forgetTokens()
    expect(await notify(key, { text: 'after' })).toMatchObject({ code: 200, messenger_sent: 1 })
    expect(stub.delivered.map(({ text }) => text)).toEqual(['Margin call', 'after'])
  })
})

describe('how many', () => {
  it('20 a minute an account, whatever asks at the same time; then 201 with the text of 429', async () => {
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

  it('a refused one costs nothing of them', async () => {
    const bare = await application({ messenger_enabled: false })
    const key = await account({}, bare)
    for (let i = 0; i < 25; i++) await notify(key, {}, bare)
    await server.act('app_update', { app: bare, mt5: { messenger_enabled: true } })
    expect(await notify(key, {}, bare)).toMatchObject({ code: 200 })
  })
})

describe('secrets', () => {
  it('neither the answer nor the log holds one', async () => {
    const wrong = await application({ messenger_app_secret: 'WRONG-SECRET' })
    const reply = await notify(await account({}, wrong), {}, wrong)
    expect(reply.text).not.toContain('WRONG-SECRET')
    expect(server.log.warnings.join()).not.toContain('WRONG-SECRET')
  })
})
