import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { ConsoleClient } from '../support/console-client.ts'
import { createRepeatedLogin } from '../support/repeated-login.ts'
import { ServerProgram } from '../support/run-program.ts'
import { callApi, type ApiReply, type Params } from '../support/runtime-client.ts'
import { until } from '../support/until.ts'
import { LockHolder } from './lock-holder.ts'
import { PulseRunner } from './pulses.ts'

const PASSWORD = 'the owner of this folder'
const ACCOUNT = '1001@Demo'
/** How long the other program holds the lock, milliseconds. */
const HELD_MS = 10_000
/** A client gives up after about this time, milliseconds. */
const CLIENT_WAIT_MS = 5000
/** The loop is blocked when a pulse takes longer. A busy machine needs a part of it, milliseconds. */
const BLOCKED_MS = 1500

const folder = mkdtempSync(join(tmpdir(), 'pulsekey-held-'))
let program: ServerProgram
let url: string
let owner: ConsoleClient
let app: number

beforeAll(async () => {
  program = new ServerProgram(folder, [], { PULSEKEY_OWNER_PASSWORD: PASSWORD })
  const addresses = await program.ready()
  url = addresses.public
  owner = await ConsoleClient.signIn(addresses.console, 'owner', PASSWORD)
  app = (await owner.call('app_create', { name: 'Held' })).app
  await owner.call('app_update', { app, sign: false, window: 0, mt5: { enabled: true, auto_trial: true } })
  await owner.call('device_create', { app, account_key: ACCOUNT, vip: 4_102_243_200 })
}, 120_000)
afterAll(async () => {
  expect(await program.stop()).toBe(0)
  rmSync(folder, { recursive: true, force: true })
})

let holder: LockHolder | undefined
afterEach(() => holder?.release())
const hold = async (name: string) => {
  holder = await LockHolder.hold(join(folder, name))
}

const api = (name: string, params: Params) => callApi(url, name, app, params)
const generate = async (type: 'count' | 'permanent', amount?: number) =>
  (await owner.call('code_generate', { app, type, count: 1, ...(amount !== undefined && { amount }) }))
    .kamis[0]!

async function timed<T>(call: Promise<T>): Promise<{ readonly reply: T; readonly ms: number }> {
  const began = performance.now()
  return { reply: await call, ms: performance.now() - began }
}

it('a foreign write lock stops neither pulses nor reads, and writing calls are asked to try again', async () => {
  const count = await generate('count', 5)
  const permanent = await generate('permanent')
  expect(await api('kmlogon', { kami: permanent, markcode: 'PC' })).toMatchObject({ code: 200 })
  const quiet = new PulseRunner(url, app, ACCOUNT)
  await pause(2000)
  const before = await quiet.stop()

  const signed = await createRepeatedLogin(owner, url)
  await hold('pulsekey.db')
  const began = performance.now()
  const pulses = new PulseRunner(url, app, ACCOUNT)
  const writes: Promise<{ reply: ApiReply; ms: number }>[] = [
    timed(api('kmlogon', { kami: count, markcode: 'PC' })),
    timed(api('mt5logon', { account_key: '2002@Demo' })),
    timed(api('kmlogon', { kami: count, markcode: 'PC' })),
    timed(signed.send()),
  ]
  const changed = timed(owner.try('app_update', { app, name: 'Changed' }))

  // Reads are answered while the lock lasts.
  const { storage } = await until(async () => {
    const health = await owner.call('health', {})
    return health.storage.held_since !== null && health
  }, 'the sight of the lock')
  expect(storage).toMatchObject({ damage: null })
  expect((await fetch(`${url}/ready`)).status).toBe(503)
  const read = await timed(owner.call('code_list', { filter: { app } }))
  expect(read.reply.rows).toHaveLength(2)
  expect(read.ms).toBeLessThan(BLOCKED_MS)
  const login = await timed(api('kmlogon', { kami: permanent, markcode: 'PC' }))
  expect(login.reply.code).toBe(200)
  expect(login.ms).toBeLessThan(BLOCKED_MS)
  const { rows } = await owner.call('risk_list', { kind: 'weak_setting' })
  expect(rows.map(({ facts }) => facts['setting'])).toContain('data_held')

  for (const { reply, ms } of await Promise.all(writes)) {
    expect(ms).toBeGreaterThan(CLIENT_WAIT_MS - 1000)
    expect(ms).toBeLessThan(CLIENT_WAIT_MS + 2000)
    expect(reply).toMatchObject({ code: 500, msg: '数据被其他程序占用,请稍后重试' })
  }
  expect((await changed).reply).toMatchObject({ code: 500, fields: { storage: 'held' } })
  await pause(Math.max(0, HELD_MS - (performance.now() - began)))
  const during = await pulses.stop()
  const { lag } = await owner.call('health', {})
  await holder?.release()

  console.log(
    `pulses before ${JSON.stringify(before)}\npulses during ${JSON.stringify(during)}, lag ${lag} ms`,
  )
  expect(during.refused).toBe(0)
  expect(during.count).toBeGreaterThan(HELD_MS / 100)
  expect(during.longest).toBeLessThan(BLOCKED_MS)
  expect(lag).toBeLessThan(BLOCKED_MS)

  // Nothing was changed by the refused calls, and the next ones work.
  await until(async () => (await owner.call('health', {})).storage.held_since === null, 'the end of the lock')
  await until(async () => (await fetch(`${url}/ready`)).ok, 'the server to be ready')
  expect((await owner.call('app_get', { app })).name).toBe('Held')
  expect(await api('kmlogon', { kami: count, markcode: 'PC' })).toMatchObject({ code: 200 })
  const [code] = (await owner.call('code_list', { filter: { app, kami: count } })).rows
  expect(code).toMatchObject({ left: 4 })
  // The same bytes as the refused call.
  const first = await signed.send()
  expect(first).toMatchObject({ code: 200 })
  expect(await signed.send()).toMatchObject({ code: 200, msg: first.msg })
  expect(await signed.left()).toBe(4)
  expect(program.errors).toMatch(/"event":"storage\.free","held_ms":\d{4,5},"refused":[1-9]/)
  expect(program.errors).not.toMatch(/"level":"error"/)
})

it('a foreign lock of the telemetry file loses no pulse and stops nothing', async () => {
  const [device] = (await owner.call('device_list', { filter: { app } })).rows
  await hold('telemetry.db')
  const pulses = new PulseRunner(url, app, ACCOUNT)
  const count = await generate('count', 5)
  expect(await api('kmlogon', { kami: count, markcode: 'PC' })).toMatchObject({ code: 200 })
  await pause(4000)
  const equity = 7777
  expect(await api('mt5pulse', { account_key: ACCOUNT, equity, positions: 0 })).toMatchObject({ code: 200 })
  const figures = await pulses.stop()
  await holder?.release()
  expect(figures.refused).toBe(0)
  expect(figures.longest).toBeLessThan(BLOCKED_MS)
  await until(async () => {
    const now = Math.floor(Date.now() / 1000)
    const range = { from: now - 3600, to: now + 60, points: 100 }
    const { rows } = await owner.call('device_history', { id: device!.id, ...range })
    return rows.some((row) => row.equity_max !== null && row.equity_max >= equity)
  }, 'the pulses of the time of the lock')
  expect(program.errors).not.toMatch(/telemetry\.(?:append|thread|behind)/)
})
