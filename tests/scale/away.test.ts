import { mkdtempSync, rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { socketOfRun } from '../support/postgres/global-setup.ts'
import { createRepeatedLogin } from '../support/repeated-login.ts'
import { callApi, type Params } from '../support/runtime-client.ts'
import { until } from '../support/until.ts'
import { CopiesWorld, readyStatus, type RealCopy } from './copies-world.ts'
import { DatabaseDoor } from './database-door.ts'

const FOREVER = 4_102_243_200
/** A program waits so long for its answer, milliseconds. */
const PATIENCE_MS = 5000
const key = '1@Away'
// A socket's path has at most 107 characters.
const folder = mkdtempSync('/tmp/pulsekey-door-')
const door = new DatabaseDoor(folder, socketOfRun())
let world: CopiesWorld
let copy: RealCopy
let app: number

beforeAll(async () => {
  await door.open()
  world = await CopiesWorld.open((url) => url.replace(/host=[^&]*/, `host=${encodeURIComponent(folder)}`))
  copy = await world.start()
  app = (await copy.owner.call('app_create', { name: 'Gold Grid' })).app
  await copy.owner.call('app_update', { app, sign: false, window: 0, mt5: { enabled: true } })
})
afterAll(async () => {
  await world.end()
  door.close()
  rmSync(folder, { recursive: true, force: true })
})

const call = (api: string, params: Params = {}) =>
  callApi(copy.publicUrl, api, app, { account_key: key, positions: 1, ...params })

it('pulses go on without the database, nothing is granted or handed out, and all is well afterwards', async () => {
  const { id } = await copy.owner.call('device_create', { app, account_key: key, vip: FOREVER })
  await copy.owner.call('device_control', { ids: [id], pause_open: true, reason: 'test' })
  expect(await call('mt5pulse')).toMatchObject({ code: 200, pause_open: 1, close_all: 0 })
  await copy.owner.call('device_control', { ids: [id], close_all: true, reason: 'test' })
  door.close()
  await until(async () => (await readyStatus(copy)) === 503, 'the sign to the balancer')

  const begun = performance.now()
  const pulses = await Promise.all(Array.from({ length: 200 }, () => call('mt5pulse')))
  expect(performance.now() - begun).toBeLessThan(PATIENCE_MS)
  for (const one of pulses) expect(one).toMatchObject({ code: 200, pause_open: 1, close_all: 0 })

  const asked = performance.now()
  const refused = await Promise.all([call('mt5logon'), call('kmlogon', { kami: 'x', markcode: 'PC' })])
  expect(refused.map(({ code }) => code)).toEqual([503, 503])
  expect(performance.now() - asked).toBeGreaterThan(PATIENCE_MS - 1000)
  expect(await copy.owner.try('device_get', { id })).toMatchObject({ fields: { storage: 'away' } })

  await door.open()
  await until(async () => (await readyStatus(copy)) === 200, 'the copy to be ready again')
  expect((await call('mt5logon')).code).toBe(200)
  expect(await call('mt5pulse')).toMatchObject({ code: 200, close_all: 1 })
  expect(await call('mt5pulse')).toMatchObject({ code: 200, close_all: 0 })
})

it('a signed login that was refused while the database was away is granted when it comes again, once', async () => {
  const login = await createRepeatedLogin(copy.owner, copy.publicUrl)
  door.close()
  expect(await login.send()).toMatchObject({ code: 503 })
  await door.open()
  await until(async () => (await readyStatus(copy)) === 200, 'the copy to be ready again')
  const first = await login.send()
  expect(first).toMatchObject({ code: 200 })
  expect(await login.send()).toMatchObject({ code: 200, msg: first.msg })
  expect(await login.left()).toBe(4)
})

it('a login that comes while the database is away for a moment waits for it', async () => {
  door.close()
  await until(async () => (await readyStatus(copy)) === 503, 'the sign to the balancer')
  const waiting = call('mt5logon')
  await new Promise((resolve) => setTimeout(resolve, 1000))
  await door.open()
  expect((await waiting).code).toBe(200)
})
