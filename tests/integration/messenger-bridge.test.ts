import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ActionInput } from '../../src-server/contract/actions/index.ts'
import { MessengerStub } from '../support/messenger-stub.ts'
import { START, TestServer, type Mt5 } from '../support/test-server.ts'
import { until } from '../support/until.ts'
import { bindCode, boundTo } from './bind-world.ts'

const FOREVER = 4_102_243_200
let server: TestServer
let stub: MessengerStub
let app: number

beforeEach(async () => {
  stub = await MessengerStub.start()
  server = await TestServer.start(START, { messengerBases: [stub.base] })
  app = await application()
  await connected()
})
afterEach(async () => {
  await server.end()
  await stub.stop()
})

const application = (mt5: Mt5 = {}, more: Omit<ActionInput<'app_update'>, 'app'> = {}) =>
  server.application({
    language: 'en',
    ...more,
    mt5: { messenger_enabled: true, bridge: true, ...stub.settings, ...mt5 },
  })
const status = (of = app) => server.act('messenger_status', { app: of })
const stateIs = (state: string, of = app) =>
  until(async () => (await status(of)).state === state, `the bridge being ${state}`)
const connected = () => stateIs('connected')
let accounts = 0
async function account(at = app) {
  const key = `${++accounts}@A`
  const { id } = await server.act('device_create', { app: at, account_key: key, vip: FOREVER })
  return { key, id }
}
const codeFor = (key: string, at = app) => bindCode(server, at, key)
/**
 * The messages that the bot stored to send, in their order. The deliveries tests cover the way after that.
 */
const said = async (of = app) => {
  const rows = await server.store.read((unit) => unit.outbox.newest(of, 100))
  return rows.map(({ openId, text }) => `${openId}: ${text}`).reverse()
}
const answers = async (count: number, of = app) => {
  await until(async () => (await said(of)).length >= count, `${count} answers`)
  return said(of)
}
/** The received texts are processed: a later text has its answer. */
async function settled() {
  const before = (await said()).length
  await stub.line.say({ openId: 'ou_other', text: 'bind' })
  await until(async () => (await said()).length > before, 'an answer to the text after')
}

describe('a bind code that is sent to the bot', () => {
  it('binds its account to the sender, who gets a message, and the page shows it', async () => {
    const { key, id } = await account()
    const code = await codeFor(key)
    expect(await stub.line.say({ openId: 'ou_me', text: `bind ${code.toLowerCase()}` })).toBe(200)
    expect(await answers(1)).toEqual([
      `ou_me: Bound. Messages of the trading account ${key} come to you here.`,
    ])
    await until(() => stub.delivered.length === 1, 'the answer to arrive')
    expect(stub.delivered[0]).toMatchObject({ openId: 'ou_me', text: expect.stringContaining(key) as string })
    expect(await boundTo(server, id)).toBe('ou_me')
    expect(
      (await server.api('mt5messenger_bind', app, { action: 'status', bind_code: code })).text,
    ).toContain('"status":"bound"')
    expect(await status()).toMatchObject({ on: true, state: 'connected', last_event_at: START, shared: 1 })
  })

  it('is answered in Chinese where the application speaks it', async () => {
    await server.act('app_update', { app, language: 'zh' })
    const { key } = await account()
    await stub.line.say({ text: `绑定 ${await codeFor(key)}` })
    expect(await answers(1)).toEqual([`ou_customer: 绑定成功。交易账户 ${key} 的消息将发送到这里。`])
  })

  it('is read from an event in pieces', async () => {
    const { key, id } = await account()
    await stub.line.say({ text: `bind ${await codeFor(key)}`, fragments: 4 })
    await answers(1)
    expect(await boundTo(server, id)).toBe('ou_customer')
  })

  it('is answered once when the event repeats, also after a restart', async () => {
    const { key } = await account()
    const again = { text: `bind ${await codeFor(key)}`, messageId: 'om_once' }
    const acks = await Promise.all([stub.line.say(again), stub.line.say(again), stub.line.say(again)])
    expect(acks).toEqual([200, 200, 200])
    await settled()
    await server.close()
    await server.open()
    await connected()
    await stub.line.say(again)
    await settled()
    expect((await said()).filter((line) => line.startsWith('ou_customer'))).toHaveLength(1)
  })

  it('is refused after its time, when it is used, and when it is unknown', async () => {
    const { key, id } = await account()
    const late = await codeFor(key)
    server.clock.pass(600)
    await stub.line.say({ text: late })
    expect(await answers(1)).toEqual([
      'ou_customer: The time of this code is over. Get a new one on the page where you got it.',
    ])
    const code = await codeFor(key)
    await stub.line.say({ openId: 'ou_me', text: code })
    await answers(2)
    await stub.line.say({ openId: 'ou_thief', text: code })
    await stub.line.say({ openId: 'ou_thief', text: 'bind ZZZZ9999' })
    expect((await answers(4)).slice(2).sort()).toEqual([
      'ou_thief: There is no such code. Compare it with the page and send it again.',
      'ou_thief: This code was used already. Get a new one on the page to bind again.',
    ])
    expect(await boundTo(server, id)).toBe('ou_me')
  })

  it('binds once when another bridge confirms it simultaneously', async () => {
    await server.act('app_update', { app, mt5: { bind_secret: 'outside' } })
    const { key, id } = await account()
    const code = await codeFor(key)
    const order = { action: 'confirm', bind_code: code, secret: 'outside', open_id: 'ou_outside' }
    const [confirmed] = await Promise.all([
      server.api('mt5messenger_bind', app, order),
      stub.line.say({ openId: 'ou_inside', text: code }),
    ])
    const [answer] = await answers(1)
    const isOutside = confirmed.code === 200
    expect(confirmed.code).toBe(isOutside ? 200 : 404)
    expect(answer).toContain(isOutside ? 'was used already' : 'Bound.')
    expect(await boundTo(server, id)).toBe(isOutside ? 'ou_outside' : 'ou_inside')
  })

  it('sends a message to the person who was bound before', async () => {
    const { key } = await account()
    await stub.line.say({ openId: 'ou_old', text: await codeFor(key) })
    await answers(1)
    await stub.line.say({ openId: 'ou_new', text: await codeFor(key) })
    const sent = await answers(3)
    expect(sent.filter((line) => line.startsWith('ou_old:'))).toHaveLength(2)
    expect(sent.find((line) => line.startsWith('ou_old: The trading'))).toContain('bound to somebody else')
  })
})

describe('a processed event', () => {
  it('is remembered until its age limit', async () => {
    const remember = (key: string, at: number) =>
      server.store.write((unit) => unit.messengerEvents.add(key, at), { durable: false })
    expect([await remember('old', 10), await remember('new', 20), await remember('old', 30)]).toEqual([
      true,
      true,
      false,
    ])
    await server.store.write((unit) => unit.messengerEvents.deleteBefore(20), { durable: false })
    expect([await remember('old', 40), await remember('new', 40)]).toEqual([true, false])
  })
})

describe('ignored events', () => {
  it.each([
    ['a group', { chatType: 'group' }],
    ['another bot', { senderType: 'app' }],
    ['a picture', { messageType: 'image' }],
  ] as const)('include %s', async (_, kind) => {
    const { key, id } = await account()
    expect(await stub.line.say({ text: `bind ${await codeFor(key)}`, ...kind })).toBe(200)
    await settled()
    expect(await boundTo(server, id)).toBe('')
    expect(await said()).toEqual([expect.stringMatching(/^ou_other/)])
  })

  it('garbage on the connection costs nothing', async () => {
    stub.line.sendGarbage()
    await settled()
    expect(stub.line.opened).toHaveLength(1)
  })

  it('one person is ignored after five wrong codes in ten minutes, and others are not', async () => {
    const { key, id } = await account()
    const code = await codeFor(key)
    await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        stub.line.say({ openId: 'ou_guess', text: `bind GUESS22${i + 2}` }),
      ),
    )
    await answers(5)
    await stub.line.say({ openId: 'ou_guess', text: code })
    await settled()
    expect((await said()).filter((line) => line.startsWith('ou_guess'))).toHaveLength(5)
    expect(await boundTo(server, id)).toBe('')
    server.clock.pass(600)
    await stub.line.say({ openId: 'ou_guess', text: await codeFor(key) })
    await answers(7)
    expect(await boundTo(server, id)).toBe('ou_guess')
  })

  it('the help names the page that gives codes, once everybody reaches it', async () => {
    const ask = async (public_address: string, openId: string) => {
      await server.act('settings_set', { site: { public_address } })
      const before = (await said()).length
      await stub.line.say({ openId, text: 'bind' })
      return (await answers(before + 1)).at(-1)
    }
    expect(await ask('http://192.168.1.5:8787', 'ou_private')).not.toContain('http')
    expect(await ask('https://ea.example.com/yz', 'ou_public')).toMatch(/\nhttps:\/\/ea\.example\.com\/yz\/$/)
  })

  it('a person who only chats gets help once an hour', async () => {
    for (const text of ['hello', 'is anybody there', 'thank you for the messages'])
      await stub.line.say({ text })
    await settled()
    const help = async () => (await said()).filter((line) => line.includes('Messages of trading accounts'))
    expect(await help()).toHaveLength(1)
    server.clock.pass(3600)
    await stub.line.say({ text: 'hello' })
    await until(async () => (await help()).length === 2, 'help after an hour')
  })
})

describe('applications that share a bot', () => {
  it('share its connection, and the code finds its application', async () => {
    const other = await application({ messenger_base: `${stub.base}/` }, { language: 'zh' })
    expect(await status(other)).toMatchObject({ state: 'connected', shared: 2 })
    const { key, id } = await account(other)
    await stub.line.say({ text: await codeFor(key, other) })
    expect(await answers(1, other)).toEqual([`ou_customer: 绑定成功。交易账户 ${key} 的消息将发送到这里。`])
    expect(await boundTo(server, id)).toBe('ou_customer')
    await server.act('app_delete', { app })
    await stub.line.say({ openId: 'ou_2', text: await codeFor(key, other) })
    await answers(2, other)
    expect(stub.line.opened).toHaveLength(1)
  })

  it("ignore a code of another bot's application", async () => {
    const appId = 'cli_fedcba9876543210'
    stub.secrets.set(appId, 's')
    const other = await application({ messenger_app_id: appId, messenger_app_secret: 's' })
    await stateIs('connected', other)
    const { key, id } = await account()
    const code = await codeFor(key)
    // The newest connection is the other bot's.
    expect(stub.line.open.at(-1)).toBe(appId)
    await stub.line.say({ text: `bind ${code}` })
    expect(await answers(1, other)).toEqual([expect.stringContaining('There is no such code')])
    expect(await boundTo(server, id)).toBe('')
  })
})
