import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { RiskItem } from '../../src-server/contract/actions/risks.ts'
import type { RiskKind } from '../../src-server/contract/sales-names.ts'
import { MessengerStub } from '../support/messenger-stub.ts'
import { TestServer, type Mt5 } from '../support/test-server.ts'
import { until } from '../support/until.ts'

/** Alerts to an application's administrator: stored with their event, delivered, and shown beside it. */
const FOREVER = 4_102_243_200
/** A Monday noon. */
const MONDAY = Date.parse('2026-11-23T12:00:00Z') / 1000
/** A server that just started waits this long for its terminals (domain/risk/silence.ts). */
const RETURN = 120
/** Events of the same moment wait this long for one another (domain/alerts/burst.ts). */
const GATHER = 3
let server: TestServer
let stub: MessengerStub
let made = 0

beforeAll(async () => {
  stub = await MessengerStub.start()
  server = await TestServer.start(MONDAY, { messengerBases: [stub.base] })
})
afterEach(() => {
  stub.delivered.splice(0)
})
afterAll(async () => {
  await server.end()
  await stub.stop()
})

const application = (mt5: Mt5 = {}) =>
  server.application({
    language: 'en',
    mt5: {
      messenger_enabled: true,
      ...stub.settings,
      // Each person has their own limit of messages.
      admin_open_id: `ou_admin_${++made}`,
      drawdown_threshold: 30,
      ...mt5,
    },
  })

async function account(app: number): Promise<{ readonly id: number; readonly key: string }> {
  const key = `${++made}@Broker`
  const { id } = await server.act('device_create', { app, account_key: key, vip: FOREVER, label: 'VIP' })
  return { id, key }
}

async function fleet(app: number, size: number): Promise<string[]> {
  const keys = Array.from({ length: size }, () => `${10_000 + ++made}@Fleet`)
  await server.act('device_import', { app, rows: keys.map((account_key) => ({ account_key, vip: FOREVER })) })
  return keys
}

const pulse = (app: number, key: string, figures: Record<string, number>) =>
  server.api('mt5pulse', app, {
    account_key: key,
    ...Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, String(value)])),
  })

const risks = async (app: number, kind: RiskKind): Promise<RiskItem[]> =>
  (await server.act('risk_list', { app, kind })).rows

const outbox = (app: number) => server.store.read((unit) => unit.outbox.newest(app, 2000))

/**
 * The only risk of a kind, once its alert has an outcome. Another alert to the same person soon after waits
 * for its turn.
 */
const fared = (app: number, kind: RiskKind, delivery: RiskItem['delivery']) =>
  until(async () => {
    const item = (await risks(app, kind)).find((one) => one.delivery === delivery)
    if (item === undefined) server.clock.pass(1)
    return item
  }, `an alert ${delivery}`)

const stored = (app: number, most: number) =>
  until(async () => {
    const rows = await server.store.read((unit) => unit.risks.events(0, 20_000))
    const mine = rows.filter(({ appId }) => appId === app)
    return mine.length >= most && mine
  }, 'the events on disk')

describe('an alert of a drawdown', () => {
  it('is delivered to the administrator once, and the review shows it', async () => {
    const app = await application()
    const { id, key } = await account(app)
    const at = server.clock.now()
    await pulse(app, key, { dd: 31.5, equity: 9850, positions: 3 })
    const item = await fared(app, 'drawdown', 'sent')
    expect(item).toMatchObject({ subject_id: id, at, times: 1, delivery_error: '' })
    expect(stub.delivered).toEqual([
      {
        openId: expect.stringMatching(/^ou_admin/) as string,
        uuid: expect.any(String) as string,
        text: [
          `[Drawdown alert] ${key} (VIP)`,
          'Drawdown 31.5 %, threshold 30 %',
          'Equity 9850.00 · Positions 3',
          'Gold Grid · 2026-11-23 12:00 UTC',
        ].join('\n'),
      },
    ])
    const [row] = await outbox(app)
    expect(row).toMatchObject({
      key: `drawdown:${id}:${at}`,
      purpose: 'drawdown',
      deviceId: id,
      state: 'sent',
    })
  })

  it('is not sent for a new event within the cool-down, but after it if the drawdown lasts', async () => {
    const app = await application({ alert_cooldown: 900 })
    const { key } = await account(app)
    for (const dd of [31, 10, 32]) await pulse(app, key, { dd })
    await stored(app, 1)
    server.clock.pass(GATHER)
    await until(async () => (await outbox(app)).length === 1, 'the first alert')
    await until(async () => (await risks(app, 'drawdown'))[0]?.times === 2, 'both events')
    server.clock.pass(899 - GATHER)
    await pulse(app, key, { dd: 32 })
    expect((await risks(app, 'drawdown'))[0]).toMatchObject({ times: 2, delivery: null })
    server.clock.pass(1)
    await pulse(app, key, { dd: 32 })
    await fared(app, 'drawdown', 'sent')
    expect(await outbox(app)).toHaveLength(2)
  })

  it.each([
    ['nobody is named', { admin_open_id: '' }],
    ['the messenger is off', { messenger_enabled: false }],
    ['there is no bot', { messenger_app_secret: '' }],
  ])('is not sent where %s, and the event remains', async (_, mt5) => {
    const app = await application(mt5)
    const { key } = await account(app)
    await pulse(app, key, { dd: 40 })
    const [event] = await stored(app, 1)
    expect(event).toMatchObject({ kind: 'drawdown', outboxKey: null })
    expect(await outbox(app)).toEqual([])
    expect((await risks(app, 'drawdown'))[0]).toMatchObject({ delivery: null })
  })

  it("that can't be delivered shows the reason", async () => {
    const app = await application({ admin_open_id: 'ou_stranger' })
    const { key } = await account(app)
    await pulse(app, key, { dd: 40 })
    expect((await fared(app, 'drawdown', 'dead')).delivery_error).toMatch(/^recipient/)
    expect(stub.delivered).toEqual([])
  })

  it('is on disk together with its event, however often the server restarts', async () => {
    const app = await application()
    const keys = await Promise.all(Array.from({ length: 20 }, () => account(app)))
    for (const { key } of keys) {
      await pulse(app, key, { dd: 50 })
      if (Number(key.split('@')[0]) % 7 !== 0) continue
      await server.close()
      await server.open()
    }
    await stored(app, keys.length)
    for (const { key } of keys) await pulse(app, key, { dd: 50 })
    server.clock.pass(GATHER)
    const events = await until(async () => {
      const all = await stored(app, keys.length)
      return all.every(({ outboxKey }) => outboxKey !== null) && all
    }, 'every event to be in a message')
    const messages = await outbox(app)
    expect(messages).toHaveLength(1)
    expect(messages[0]!.text).toContain(`${keys.length} accounts over 30 %`)
    expect(events.map(({ outboxKey }) => outboxKey)).toEqual(keys.map(() => messages[0]!.key))
    expect((await risks(app, 'drawdown')).every(({ times }) => times === 1)).toBe(true)
  })

  it('is one message with the five worst where one price move reaches 215 accounts', async () => {
    const app = await application()
    const keys = await fleet(app, 215)
    for (const [index, key] of keys.entries()) await pulse(app, key, { dd: 31 + index / 100 })
    await until(() => {
      server.clock.pass(1)
      return stub.delivered.some(({ text }) => text.includes('215 accounts'))
    }, 'the message of the burst')
    const messages = await outbox(app)
    expect(messages).toHaveLength(1)
    const lines = messages[0]!.text.split('\n')
    expect(lines[0]).toBe('[Drawdown alert] Gold Grid: 215 accounts over 30 %')
    expect(lines.slice(1, 6)).toEqual(
      [214, 213, 212, 211, 210].map((index) => `${keys[index]} ${31 + index / 100} %`),
    )
  })
})

describe('an alert of an overdue close', () => {
  async function overdue(mt5: Mt5) {
    const app = await application(mt5)
    const { id, key } = await account(app)
    await server.act('device_control', { ids: [id], close_all: true })
    await pulse(app, key, { positions: 3 })
    server.clock.pass(60)
    await until(async () => (await risks(app, 'close_overdue')).length === 1, 'it to be overdue')
    return { app, key }
  }

  it('names the remaining positions', async () => {
    const { app, key } = await overdue({})
    await fared(app, 'close_overdue', 'sent')
    const text = stub.delivered.map((message) => message.text).join('\n')
    expect(text).toContain(
      `[Close overdue] ${key} (VIP)\nNot closed 1 min after the order was taken\nPositions 3\n`,
    )
  })

  it('is not sent where it is switched off', async () => {
    const { app } = await overdue({ close_overdue_alert: false })
    await stored(app, 1)
    expect(await outbox(app)).toEqual([])
  })

  it('is sent once in a cool-down when the server repeats the close again and again', async () => {
    const { app, key } = await overdue({ rearm_close_all: true, alert_cooldown: 120 })
    server.clock.pass(GATHER)
    await until(async () => (await outbox(app)).length === 1, 'the first alert')
    const again = async (times: number) => {
      await until(async () => (await pulse(app, key, { positions: 3 }))['close_all'] === 1, 'the next order')
      server.clock.pass(60)
      await until(async () => (await risks(app, 'close_overdue'))[0]?.times === times, `${times} overdue`)
    }
    await again(2)
    expect((await risks(app, 'close_overdue'))[0]).toMatchObject({ delivery: null })
    await again(3)
    server.clock.pass(GATHER)
    await until(async () => (await outbox(app)).length === 2, 'the second alert')
  })
})

describe('alerts of silence', () => {
  const LIMIT = 600

  /** An application whose accounts are watched from the server's start. */
  async function watched(seconds = LIMIT): Promise<number> {
    const app = await application({ silence_alert: seconds })
    await server.close()
    await server.open()
    return app
  }

  it('of a thousand accounts are few messages with each account once, and none again over a restart', async () => {
    const app = await watched()
    const keys = await fleet(app, 1000)
    for (const key of keys) await pulse(app, key, { positions: 1 })
    server.clock.pass(LIMIT + RETURN)
    await stored(app, keys.length)
    await until(() => {
      server.clock.pass(1)
      return alerted() >= keys.length
    }, 'an alert for every account')
    expect(alerted()).toBe(keys.length)
    expect((await outbox(app)).length).toBeLessThanOrEqual(5)
    expect((await stored(app, keys.length)).every(({ tell }) => tell === 'told')).toBe(true)
    const before = (await outbox(app)).length
    await server.close()
    await server.open()
    server.clock.pass(LIMIT + RETURN)
    // An account that becomes silent now shows that the sweep covered all.
    const { key: other } = await account(app)
    await pulse(app, other, {})
    server.clock.pass(LIMIT)
    await until(
      async () => (await risks(app, 'silent')).some(({ subject }) => subject === other),
      'the other',
    )
    await until(async () => {
      server.clock.pass(1)
      return (await outbox(app)).length > before
    }, 'its alert')
    const [newest, ...older] = await outbox(app)
    expect(newest!.text).toContain(`[Account silent] ${other}`)
    expect(older).toHaveLength(before)
  })

  it('report the end of a silence', async () => {
    const app = await watched()
    const { key } = await account(app)
    await pulse(app, key, {})
    server.clock.pass(LIMIT + RETURN)
    expect(await fared(app, 'silent', 'sent')).toMatchObject({ level: 'high', facts: { state: 'silent' } })
    await pulse(app, key, {})
    expect((await risks(app, 'silent'))[0]).toMatchObject({ level: 'low', facts: { state: 'back' } })
    await until(() => {
      server.clock.pass(1)
      return stub.delivered.some(({ text }) => text.includes(`[Account is back] ${key}`))
    }, 'the word')
  })

  it('are not sent on a weekend', async () => {
    // Sessions end meanwhile.
    await server.close()
    const friday = Date.parse('2026-11-27T20:58:00Z') / 1000
    server.clock.pass(friday - server.clock.now())
    await server.open()
    const app = await watched(60)
    const { key } = await account(app)
    await pulse(app, key, {})
    server.clock.pass(86_400)
    await server.close()
    await server.open()
    expect(await risks(app, 'silent')).toEqual([])
    server.clock.pass(86_400 + 3 * 3600)
    await server.close()
    await server.open()
    server.clock.pass(60 + RETURN)
    await until(async () => (await risks(app, 'silent'))[0], 'the silence after the market opened')
    expect((await risks(app, 'silent'))[0]).toMatchObject({ times: 1, since: server.clock.now() })
  })

  /** The number of accounts in the silence alerts that arrived. */
  function alerted(): number {
    const texts = stub.delivered.map(({ text }) => text).join('\n')
    const heads = Array.from(texts.matchAll(/^\[Account silent\] (.*)$/gmu), ([, head]) => head ?? '')
    return heads.reduce((sum, head) => sum + Number(/: (\d+) accounts silent$/.exec(head)?.[1] ?? 1), 0)
  }
})
