import { afterAll, beforeAll, expect, it } from 'vitest'
import { MessengerStub } from '../support/messenger-stub.ts'
import { TestServer, type Mt5 } from '../support/test-server.ts'
import { until } from '../support/until.ts'

/** Alerts of many accounts at once: few messages, each event in one of them. */
const FOREVER = 4_102_243_200
/** A Monday noon. */
const MONDAY = Date.parse('2026-11-23T12:00:00Z') / 1000
let server: TestServer
let stub: MessengerStub
let made = 0

beforeAll(async () => {
  stub = await MessengerStub.start()
  server = await TestServer.start(MONDAY, { messengerBases: [stub.base] })
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
      admin_open_id: `ou_admin_${++made}`,
      drawdown_threshold: 30,
      ...mt5,
    },
  })

async function fleet(app: number, size: number): Promise<string[]> {
  const keys = Array.from({ length: size }, () => `${10_000 + ++made}@Fleet`)
  await server.act('device_import', { app, rows: keys.map((account_key) => ({ account_key, vip: FOREVER })) })
  return keys
}

async function fall(app: number, keys: readonly string[], dd: (index: number) => number): Promise<void> {
  for (const [index, key] of keys.entries())
    await server.api('mt5pulse', app, { account_key: key, dd: String(dd(index)) })
}

const outbox = (app: number) => server.store.read((unit) => unit.outbox.newest(app, 2000))

it('one price move of 215 accounts is one message with the five worst', async () => {
  const app = await application()
  const keys = await fleet(app, 215)
  await fall(app, keys, (index) => 31 + index / 100)
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
