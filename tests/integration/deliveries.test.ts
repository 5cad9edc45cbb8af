import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { MessageRecord } from '../../src-server/contract/actions/messages.ts'
import { MessengerStub, type Mood } from '../support/messenger-stub.ts'
import { START, TestServer, type Mt5 } from '../support/test-server.ts'
import { until } from '../support/until.ts'
import { leave } from './message-world.ts'

let server: TestServer
let stub: MessengerStub
let app: number
let recipients = 0

beforeAll(async () => {
  stub = await MessengerStub.start()
  server = await TestServer.start(START, { messengerBases: [stub.base] })
})
beforeEach(async () => {
  app = await application()
})
afterEach(() => {
  stub.moods.splice(0)
  stub.delivered.splice(0)
  // The stub forgets all instructions.
  server.clock.pass(3600)
})
afterAll(async () => {
  await server.end()
  await stub.stop()
})

/** An application with its own bot. */
async function application(mt5: Mt5 = {}): Promise<number> {
  const bot = `cli_${String(++recipients).padStart(16, '0')}`
  stub.secrets.set(bot, 'secret')
  const own = { messenger_app_id: bot, messenger_app_secret: 'secret' }
  return server.application({ mt5: { messenger_enabled: true, ...stub.settings, ...own, ...mt5 } })
}

const someone = () => `ou_${++recipients}`
const rowsOf = async (at = app): Promise<MessageRecord[]> =>
  (await server.act('message_list', { filter: { app: at }, size: 200, sort: 'id', desc: false })).rows
const row = async (at = app) => (await rowsOf(at))[0]!
/** Waits until all messages of an application are in the expected state. */
const become = (state: MessageRecord['state'], at = app) =>
  until(async () => {
    const rows = await rowsOf(at)
    return rows.length > 0 && rows.every((one) => one.state === state) && rows
  }, `all ${state}`)
const failed = (error: string, attempts = 1, at = app) =>
  until(async () => {
    const one = await row(at)
    return one.last_error === error && one.attempts === attempts && one
  }, `${error} after ${attempts}`)
const delivered = (count: number) =>
  until(() => stub.delivered.length >= count && stub.delivered, `${count} deliveries`)
const texts = () => stub.delivered.map(({ text }) => text)
/** A later message of another bot has arrived, so everything that could leave before it has left. */
async function passBy(): Promise<void> {
  const other = await application()
  await leave(server, { appId: other, openId: someone(), text: 'passing by' })
  await until(() => texts().includes('passing by'), 'another bot’s message')
  stub.delivered.splice(texts().indexOf('passing by'), 1)
}

describe('a message', () => {
  it('leaves at once, and its row shows it', async () => {
    const to = someone()
    await leave(server, { appId: app, openId: to, text: 'Request approved' })
    const [sent] = await become('sent')
    expect(stub.delivered).toMatchObject([{ openId: to, text: 'Request approved' }])
    expect(sent).toMatchObject({
      app,
      app_name: 'Gold Grid',
      to,
      attempts: 1,
      last_error: '',
      next_at: null,
      sent_at: server.clock.now(),
    })
  })

  it('leaves as one with those that come together, in their order', async () => {
    const to = { appId: app, openId: someone() }
    await leave(server, { ...to, text: 'one' }, { ...to, text: 'two' }, { ...to, text: 'three' })
    await become('sent')
    expect(texts()).toEqual(['one\ntwo\nthree'])
  })

  it('waits two seconds with the others that come after the first, and leaves as one', async () => {
    const to = { appId: app, openId: someone() }
    await leave(server, { ...to, text: 'first' })
    await delivered(1)
    await leave(server, { ...to, text: 'second' })
    await leave(server, { ...to, text: 'third' })
    await passBy()
    expect(texts()).toEqual(['first'])
    server.clock.pass(2)
    await become('sent')
    expect(texts()).toEqual(['first', 'second\nthird'])
  })

  it('leaves in several parts without a wait when the total exceeds 4000 characters', async () => {
    const to = { appId: app, openId: someone() }
    const long = ['a', '𝄞', 'c', 'd', 'e'].map((letter) => letter.repeat(1500))
    await leave(server, ...long.map((text) => ({ ...to, text })))
    await delivered(2)
    expect(texts()).toEqual([long.slice(0, 2).join('\n'), long.slice(2, 4).join('\n')])
    server.clock.pass(2)
    await become('sent')
    expect(texts()[2]).toBe(long[4])
  })

  it('arrives in pieces when it is too long by itself', async () => {
    await leave(server, { appId: app, openId: someone(), text: '𝄞'.repeat(9000) })
    await become('sent')
    expect(texts()).toEqual([4000, 4000, 1000].map((length) => '𝄞'.repeat(length)))
    expect(new Set(stub.delivered.map(({ uuid }) => uuid)).size).toBe(3)
    for (const { uuid } of stub.delivered) expect(uuid.length).toBeLessThanOrEqual(50)
  })
})

describe('pace by the clock', () => {
  it('is five a second to one person', async () => {
    const to = { appId: app, openId: someone() }
    const full = Array.from({ length: 8 }, (_, n) => String(n).repeat(4000))
    await leave(server, ...full.map((text) => ({ ...to, text })))
    await delivered(5)
    await passBy()
    expect(stub.delivered).toHaveLength(5)
    server.clock.pass(1)
    await become('sent')
    expect(texts()).toEqual(full)
  })

  it('is fifty a second for one bot', async () => {
    await leave(server, ...Array.from({ length: 60 }, () => ({ appId: app, openId: someone() })))
    await delivered(50)
    await passBy()
    expect(stub.delivered).toHaveLength(50)
    server.clock.pass(1)
    await become('sent')
    expect(stub.delivered).toHaveLength(60)
  })

  it('includes messages that a program sends to its customer', async () => {
    const openId = someone()
    const { id } = await server.act('device_create', { app, account_key: '1@A', vip: 4_102_243_200 })
    await server.store.write((unit) => unit.devices.update(id, { messengerOpenId: openId }), {
      durable: true,
    })
    await server.act('device_update', { id, label: 'bound' })
    const notify = () => server.api('mt5notify', app, { account_key: '1@A', text: 'Stop' })
    const replies = await Promise.all(Array.from({ length: 5 }, notify))
    expect(replies.map(({ code }) => code)).toEqual([200, 200, 200, 200, 200])
    await leave(server, { appId: app, openId, text: 'alert' })
    await passBy()
    expect(texts()).not.toContain('alert')
    server.clock.pass(2)
    const rows = await become('sent')
    expect(rows.map(({ purpose, device }) => [purpose, device])).toEqual([
      ...Array.from({ length: 5 }, () => ['notify', id]),
      ['request', null],
    ])
  })
})

describe('a permanent refusal of the service gives the message up at once', () => {
  // Error codes of the messenger's open platform, by their meaning for a message.
  it.each([
    [230001, 'recipient'],
    [99992351, 'recipient'],
    [230013, 'recipient'],
    [230035, 'recipient'],
    [230038, 'recipient'],
    [230006, 'setup'],
    [99991672, 'setup'],
    [230022, 'refused'],
    [230028, 'refused'],
  ])('for code %i: %s', async (code, word) => {
    stub.moods.push({ code, status: 400 })
    await leave(server, { appId: app, openId: someone() })
    expect((await become('dead'))[0]).toMatchObject({ last_error: `${word} ${code}`, attempts: 1 })
    expect(stub.delivered).toEqual([])
  })

  it.each([
    ['a wrong secret', { messenger_app_secret: 'wrong' }, 'credentials 10014', 1],
    ['no secret', { messenger_app_secret: '' }, 'credentials', 0],
    ['a base that is not allowed', { messenger_base: 'http://127.0.0.1:9' }, 'base', 1],
    ['a messenger that is switched off', { messenger_enabled: false }, 'switched_off', 0],
  ])('for %s', async (_, mt5, error, attempts) => {
    const at = await application(mt5)
    await leave(server, { appId: at, openId: someone() })
    expect((await become('dead', at))[0]).toMatchObject({ last_error: error, attempts })
  })

  it('when the application is deleted', async () => {
    await leave(server, { appId: 99_999, openId: someone() })
    expect((await become('dead', 99_999))[0]).toMatchObject({ last_error: 'no_application', app_name: '' })
  })
})

describe('a temporary failure leads to another try', () => {
  it('at the time the service names, not before, when it is throttled', async () => {
    stub.moods.push('rate')
    await leave(server, { appId: app, openId: someone(), text: 'x' })
    const { next_at: nextAt } = await failed('rate 99991400')
    expect(nextAt).toBe(server.clock.now() + 7)
    server.clock.pass(6)
    await passBy()
    expect(texts()).toEqual([])
    server.clock.pass(1)
    expect((await become('sent'))[0]).toMatchObject({ attempts: 2, last_error: '' })
  })

  it('together with newer messages, when it is throttled', async () => {
    const to = { appId: app, openId: someone() }
    stub.moods.push('rate')
    await leave(server, { ...to, text: 'one' })
    await failed('rate 99991400')
    await leave(server, { ...to, text: 'two' })
    await passBy()
    server.clock.pass(7)
    await become('sent')
    expect(texts()).toEqual(['one\ntwo'])
  })

  it.each<[Mood, string]>([
    ['html', 'unreachable'],
    ['redirect', 'unreachable'],
    ['down', 'unreachable 10500'],
    [{ code: 10101 }, 'unreachable 10101'],
  ])('%j: after one second, then two, with the same key', async (mood, error) => {
    stub.moods.push(mood, mood)
    await leave(server, { appId: app, openId: someone(), text: 'x' })
    expect(await failed(error)).toMatchObject({ next_at: server.clock.now() + 1 })
    server.clock.pass(1)
    expect(await failed(error, 2)).toMatchObject({ next_at: server.clock.now() + 2 })
    server.clock.pass(2)
    await become('sent')
    expect(texts()).toEqual(['x'])
  })

  it('delivers once a message that arrived and whose answer was lost', async () => {
    const to = { appId: app, openId: someone() }
    stub.moods.push('taken')
    await leave(server, { ...to, text: 'once' })
    await failed('unreachable')
    await leave(server, { ...to, text: 'later' })
    server.clock.pass(3)
    await until(async () => (await row()).state === 'sent', 'the second try')
    server.clock.pass(2)
    await become('sent')
    expect(texts()).toEqual(['once', 'later'])
  })

  it('keeps newer messages behind the one that waits', async () => {
    const [first, other] = [someone(), someone()]
    stub.moods.push('down')
    await leave(server, { appId: app, openId: first, text: 'a' })
    await failed('unreachable 10500')
    await leave(server, { appId: app, openId: first, text: 'b' }, { appId: app, openId: other, text: 'c' })
    server.clock.pass(2)
    await delivered(2)
    server.clock.pass(2)
    await become('sent')
    expect(texts().filter((text) => text !== 'c')).toEqual(['a', 'b'])
  })

  it('ends for a message that may have arrived, before the service would accept its key again', async () => {
    stub.moods.push('taken')
    await leave(server, { appId: app, openId: someone(), text: 'x' })
    await failed('unreachable')
    server.clock.pass(55 * 60)
    expect((await become('dead'))[0]).toMatchObject({ last_error: 'unknown' })
    expect(texts()).toEqual(['x'])
  })

  it('continues as long as needed for a message that never left', async () => {
    stub.tokenMood = 'down'
    await leave(server, { appId: app, openId: someone(), text: 'x' })
    await failed('unreachable 10500')
    server.clock.pass(6 * 3600)
    await failed('unreachable 10500', 2)
    stub.tokenMood = 'ok'
    server.clock.pass(6 * 3600)
    await become('sent')
  })
})

it('a bot that hangs delays no other bot', async () => {
  stub.moods.push(...Array.from({ length: 8 }, () => 'hang' as const))
  await leave(server, ...Array.from({ length: 40 }, () => ({ appId: app, openId: someone() })))
  await until(() => stub.moods.length === 0, 'the hanging ones')
  await passBy()
  expect((await rowsOf()).every(({ state }) => state === 'waiting')).toBe(true)
  // The service answers again. The message that hung may have arrived, and is tried with its key.
  await until(async () => {
    server.clock.pass(2)
    return (await rowsOf()).every(({ state }) => state === 'sent')
  }, 'all sent')
  expect(stub.delivered).toHaveLength(40)
})
