import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ConsoleClient } from '../support/console-client.ts'
import { ServerProgram } from '../support/run-program.ts'
import { callApi, type ApiReply, type Params } from '../support/runtime-client.ts'
import { storedRows } from '../support/stored-rows.ts'
import { OWNER_PASSWORD, TestServer } from '../support/test-server.ts'
import { percentLoaded, untilLoaded } from '../support/until-loaded.ts'

/** Enough that the loading takes longer than the first calls. */
const FLEET = 200_000
const DAY = 86_400
/** The accounts with an order to close, and those that a code renews. */
const ORDERED = 20
const RENEWED = 20
/** Calls of one account at the same time. */
const TERMINALS = 4

const key = (index: number) => `${1_000_000 + index}@Broker-Live`
/** Accounts with these numbers load last. */
const ordered = Array.from({ length: ORDERED }, (_, index) => FLEET - 1 - index)
/** The orders that are delivered before the kill. The others are delivered after it. */
const orderedFirst = ordered.slice(0, ORDERED / 2)
const renewed = Array.from({ length: RENEWED }, (_, index) => FLEET - 1001 - index)
const DISABLED = FLEET - 2001
const ENDED = FLEET - 2002
const SINKING = FLEET - 2003

const now = Math.floor(Date.now() / 1000)
const end = now + 100 * DAY
const renewedEnd = String(end + 30 * DAY)
let folder: string
let made: TestServer
let app: number
let trials: number
let codes: readonly string[]
let program: ServerProgram | undefined
let at: { public: string; console: string }

/** The whole fleet by SQL, with an order for some accounts, as a server leaves them. */
function fill(): void {
  const db = new Database(join(folder, 'pulsekey.db'))
  db.pragma('synchronous = OFF')
  db.transaction(() => {
    db.prepare(
      `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ?)
       INSERT INTO devices (app_id, account_key, license, vip, created_at)
       SELECT ?, (1000000 + i) || '@Broker-Live', 'SOLD', ?, ? FROM n`,
    ).run(FLEET, app, end, now)
    const change = db.prepare(
      'UPDATE devices SET disabled = ?, disable_reason = ?, vip = ? WHERE account_key = ?',
    )
    change.run(1, 'chargeback', end, key(DISABLED))
    change.run(0, '', now - DAY, key(ENDED))
    const order = db.prepare(
      `INSERT INTO commands (device_id, state, reason, asked_by, asked_at)
       SELECT id, 'asked', 'news', 'owner', ? FROM devices WHERE account_key = ?`,
    )
    for (const index of ordered) order.run(now, key(index))
  })()
  db.close()
}

async function start(): Promise<void> {
  program = new ServerProgram(folder, [], {})
  at = await program.listening()
}

const call = (api: string, params: Params, to = app): Promise<ApiReply> => callApi(at.public, api, to, params)
const pulse = (index: number, more: Params = {}) =>
  call('mt5pulse', { account_key: key(index), equity: 9000, balance: 10_000, positions: 2, ...more })
const renew = (index: number) =>
  call('kmlogon', { kami: codes[renewed.indexOf(index)] ?? '', markcode: key(index) })
const several = <T>(send: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: TERMINALS }, send))

beforeAll(async () => {
  made = await TestServer.start(now)
  folder = made.folder
  app = await made.application({ mt5: { enabled: true, drawdown_threshold: 20 } })
  trials = await made.application({ mt5: { enabled: true, auto_trial: true, trial_seconds: 7 * DAY } })
  codes = (await made.act('code_generate', { app, type: 'time', unit: 'month', amount: 1, count: RENEWED }))
    .kamis
  await made.close()
  fill()
})
afterAll(async () => {
  await program?.stop('SIGKILL')
  await made.end()
})

describe('a server that loads its accounts', () => {
  test('answers every program as if they were loaded', async () => {
    await start()
    expect(await percentLoaded(at.console)).toBeLessThan(100)
    const deliveries = Promise.all(orderedFirst.map((index) => several(() => pulse(index))))
    const ready = fetch(new URL('/ready', at.public))
    const answers = await Promise.all([
      call('mt5logon', { account_key: key(FLEET - 3000) }),
      call('mt5logon', { account_key: key(DISABLED) }),
      call('mt5logon', { account_key: key(ENDED) }),
      call('mt5logon', { account_key: key(FLEET) }),
      pulse(FLEET),
      pulse(SINKING, { equity: 5000 }),
    ])
    ;(await deliveries).forEach((replies) => {
      expect(replies.map(({ code, telemetry_ok: ok }) => [code, ok])).toEqual(replies.map(() => [200, 1]))
      const closes = replies.filter(({ close_all: close }) => close === 1)
      expect(closes, 'one terminal gets the order').toHaveLength(1)
    })
    expect(await percentLoaded(at.console), 'it was loading meanwhile').toBeLessThan(100)
    expect(answers).toMatchObject([
      { code: 200, vip: end },
      { code: 114, msg: 'chargeback' },
      { code: 201 },
      { code: 404 },
      { code: 404, telemetry_ok: 0 },
      { code: 200, telemetry_ok: 1 },
    ])
    expect((await ready).status).toBe(503)
  })

  test('gives no account a second record or a second renewal', async () => {
    const first = await several(() => call('mt5logon', { account_key: key(1) }, trials))
    expect(first.map(({ code }) => code)).toEqual([200, 200, 200, 200])
    for (const index of renewed) {
      const replies = await several(() => renew(index))
      expect(replies.map(({ code }) => code)).toEqual([200, 200, 200, 200])
      const vips = new Set(replies.map(({ msg }) => (msg as { vip: string }).vip))
      expect([...vips]).toEqual([renewedEnd])
    }
    expect(storedRows(folder, `SELECT count(*) AS n FROM devices WHERE app_id = ${trials}`)).toEqual([
      { n: 1 },
    ])
  })

  test('after kill -9 delivers no order twice, and none is lost', async () => {
    await program?.stop('SIGKILL')
    await start()
    // On a quick machine everything is loaded before the console's patience ends.
    const early = await new ConsoleClient(at.console, '', '').try('me', {})
    expect(early.fields?.['loaded'] === undefined).toBe(early.code !== 503)
    const deliveries = await Promise.all(ordered.map((index) => several(() => pulse(index))))
    ordered.forEach((index, place) => {
      const closes = deliveries[place]?.filter(({ close_all: close }) => close === 1)
      expect(closes, `account ${index}`).toHaveLength(orderedFirst.includes(index) ? 0 : 1)
    })
    for (const index of renewed) expect((await renew(index)).msg).toMatchObject({ vip: renewedEnd })
  })

  test('has everything in the console in the end', async () => {
    await untilLoaded(at.console)
    const owner = await ConsoleClient.signIn(at.console, 'owner', OWNER_PASSWORD)
    const { total } = await owner.call('device_list', { size: 1, filter: { app: trials } })
    expect(total).toBe(1)
    const { rows: found } = await owner.call('device_list', { size: 1, search: key(SINKING) })
    expect(found).toMatchObject([{ telemetry: { equity: 5000 } }])
    const { rows: risks } = await owner.call('risk_list', {})
    expect(risks.filter(({ subject }) => subject === key(SINKING))).toHaveLength(1)
    expect(storedRows(folder, "SELECT count(*) AS n FROM commands WHERE state = 'delivered'")).toEqual([
      { n: ORDERED },
    ])
  })
})
