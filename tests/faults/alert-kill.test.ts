import { afterAll, beforeAll, expect, it } from 'vitest'
import { callApi } from '../support/runtime-client.ts'
import { KilledServer } from '../support/killed-server.ts'
import { until } from '../support/until.ts'

const ACCOUNTS = 20
const FOREVER = 4_102_243_200
let server: KilledServer

beforeAll(async () => {
  server = await KilledServer.begin('alert-kill')
})
afterAll(() => server.end())

it('kill -9 between the events and their message loses and doubles none', { timeout: 60_000 }, async () => {
  const { app } = await server.client.call('app_create', { name: 'Gold Grid' })
  const bot = { messenger_enabled: true, messenger_app_id: 'cli_1', messenger_app_secret: 'secret' }
  await server.client.call('app_update', {
    app,
    sign: false,
    window: 0,
    language: 'en',
    mt5: { enabled: true, ...bot, admin_open_id: 'ou_admin', drawdown_threshold: 30 },
  })
  const keys = Array.from({ length: ACCOUNTS }, (_, i) => `${10_000 + i}@Fleet`)
  await server.client.call('device_import', {
    app,
    rows: keys.map((account_key) => ({ account_key, vip: FOREVER })),
  })
  const fall = async () => {
    for (const account_key of keys) await callApi(server.url, 'mt5pulse', app, { account_key, dd: '40' })
  }
  const tells = () => server.rows<{ tell: string }>('SELECT tell FROM risk_events').map(({ tell }) => tell)
  await fall()
  await until(() => tells().length === ACCOUNTS, 'the events on disk')
  await server.kill()
  expect(tells()).toEqual(keys.map(() => 'wanted'))
  expect(server.rows('SELECT id FROM outbox')).toEqual([])

  await server.start()
  // The terminals go on.
  await fall()
  await until(() => tells().every((tell) => tell === 'told'), 'the message')
  expect(tells()).toHaveLength(ACCOUNTS)
  const messages = server.rows<{ key: string; text: string }>('SELECT key, text FROM outbox')
  expect(messages).toHaveLength(1)
  expect(messages[0]!.text).toContain(`[Drawdown alert] Gold Grid: ${ACCOUNTS} accounts over 30 %`)
  expect(server.rows('SELECT DISTINCT outbox_key AS key FROM risk_events')).toEqual([
    { key: messages[0]!.key },
  ])
})
