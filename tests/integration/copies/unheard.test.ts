import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newDevice } from '../../../src-server/domain/device/device.ts'
import type { WriteUnit } from '../../../src-server/store/store.ts'
import { firing, riskEvent } from '../../contract/risk-event.ts'
import { backUp } from '../../support/back-up.ts'
import { ConsoleClient } from '../../support/console-client.ts'
import { PNG } from '../../support/pictures.ts'
import { IS_POSTGRES } from '../../support/postgres/mode.ts'
import { TestServer } from '../../support/test-server.ts'
import { addOperator, PASSWORD } from '../operators.ts'
import { signInAtBoth } from './two-owners.ts'

const FOREVER = 4_102_243_200
let server: TestServer
/** The owner at each copy of the server. */
let here: ConsoleClient
let there: ConsoleClient
let app: number

beforeAll(async () => {
  server = await TestServer.startTwo()
  ;[here, there] = await signInAtBoth(server)
})
afterAll(() => server.end())

/** A commit of another copy, of which no copy has heard yet. */
const unheard = <T>(work: (unit: WriteUnit) => Promise<T>) => server.store.write(work, { durable: true })
const newApplication = async () => (app = await server.application())

let made = 0
async function account(positions?: number): Promise<number> {
  const key = `${++made}@Broker`
  const { id } = await here.call('device_create', { app, account_key: key, vip: FOREVER })
  if (positions !== undefined) await server.api('mt5pulse', app, { account_key: key, positions })
  return id
}
const stored = (...ids: number[]) => server.store.read((unit) => unit.devices.ofIds(ids))
const pausedOf = async (...ids: number[]) => (await stored(...ids)).map(({ pauseOpen }) => pauseOpen)
const pause = (accounts: number) => here.call('group_pause', { group: { app }, accounts, reason: 'news' })
const close = (accounts: number) => here.call('group_close', { group: { app }, accounts, reason: 'news' })

describe('a pause of a group', () => {
  beforeAll(newApplication)

  it('keeps an account paused that a rule of another copy has just paused', async () => {
    const [id] = [await account(), await account()]
    const rule = await here.call('rule_save', {
      ...{ name: 'Fall', place: 'application', subject: 'drawdown', app },
      levels: [{ at: 30, act: 'pause_open' }],
    })
    await unheard(async (unit) => {
      const fired = firing('fall', rule.id, { act: 'pause_open' })
      await unit.risks.addEvents([
        riskEvent({ kind: 'rule', deviceId: id, appId: app, at: server.clock.now(), firing: fired }),
      ])
      await unit.devices.updateMany([id], { pauseOpen: true })
      await unit.rules.putPauses([{ deviceId: id, switch: 'pause_open', eventKey: 'fall' }])
    })
    await pause(2)
    expect(await here.try('risk_undo', { key: 'fall' })).toMatchObject({
      code: 409,
      fields: { key: 'changed_since' },
    })
    expect(await pausedOf(id)).toEqual([true])
  })

  it('reaches an account that another copy has just resumed', async () => {
    await newApplication()
    const ids = [await account(), await account()] as const
    await here.call('device_control', { ids: [ids[0]], pause_open: true })
    await unheard((unit) => unit.devices.updateMany([ids[0]], { pauseOpen: false }))
    expect(await pause(1)).toMatchObject({ accounts: 2 })
    expect(await pausedOf(...ids)).toEqual([true, true])
  })
})

describe('a close of a group', () => {
  beforeAll(newApplication)

  it('asks an account whose order another copy has just taken back', async () => {
    const ids = [await account(3), await account(2)] as const
    await here.call('device_control', { ids: [ids[0]], close_all: true, reason: 'early' })
    await unheard((unit) => unit.commands.withdraw([ids[0]], server.clock.now()))
    expect(new Set((await close(1)).asked)).toEqual(new Set(ids))
  })

  it('leaves out an account that another copy has just handed an order', async () => {
    await newApplication()
    const ids = [await account(3), await account(2)] as const
    const at = server.clock.now()
    await unheard(async (unit) => {
      const order = { deviceId: ids[0], reason: 'early', askedBy: 'x', askedAt: at }
      const [command] = await unit.commands.ask([{ ...order, repeats: 0, receivedBy: '' }])
      await unit.commands.deliver(command!.id, { at, ip: '', positions: 3 })
    })
    expect(await close(2)).toMatchObject({ accounts: 1, asked: [ids[1]] })
  })
})

it('a list has an account that another copy has just made', async () => {
  await newApplication()
  const device = { ...newDevice(app, '77@Broker', server.clock.now()), vip: FOREVER, license: '' }
  const added = await unheard((unit) => unit.devices.insert({ ...device, agentId: null }))
  const { rows } = await here.call('device_list', { filter: { app } })
  expect(rows).toMatchObject([{ id: added!.id, account_key: '77@Broker', telemetry: null }])
})

it('a copied application has the settings that another copy has just stored', async () => {
  await newApplication()
  await unheard((unit) => unit.applications.update(app, { registrationInterval: 77 }))
  await unheard((unit) => unit.capabilities.changeGrant(app, 'kmlogon', { switchedOn: false }, OPEN))
  const copied = await here.call('app_copy', { app, name: 'Copy' })
  expect(await here.call('app_get', { app: copied.app })).toMatchObject({ registration_interval: 77 })
  const { rows } = await here.call('app_capability_list', { app: copied.app })
  expect(rows.find(({ api }) => api === 'kmlogon')).toMatchObject({ on: false })
})
const OPEN = { granted: true, expiresAt: null, switchedOn: true, sign: null, priceText: '' }

it('a picture that another copy has just put into the settings leaves them with its deletion', async () => {
  const { id } = await here.call('image_upload', { purpose: 'logo', data: PNG.toString('base64') })
  const { site } = await here.call('settings_get', {})
  await unheard((unit) => unit.settings.set('site', { ...site, logo: id }, server.clock.now()))
  await here.call('image_delete', { id })
  expect(await server.store.read((unit) => unit.settings.all())).toMatchObject({ site: { logo: null } })
})

it('of two snoozes of the same at once, at two copies, one stays', async () => {
  await newApplication()
  const until = server.clock.now() + 3600
  const order = { app, kind: 'drawdown', until } as const
  await Promise.all([here.call('risk_snooze', order), there.call('risk_snooze', order)])
  const { rows } = await here.call('risk_snoozes', {})
  expect(rows).toHaveLength(1)
  await Promise.all([here, there].map((owner) => owner.try('risk_snooze_end', { snooze: rows[0]!.id })))
  expect((await here.call('risk_snoozes', {})).rows).toEqual([])
})

it('demo accounts are started once, at two copies at once', async () => {
  const owners = [here, there] as const
  const replies = await Promise.all(owners.map((owner) => owner.try('demo_start', { language: 'en' })))
  expect(replies.map(({ code }) => code).sort()).toEqual([200, 409])
  const { rows } = await here.call('app_list', { search: 'Demo accounts' })
  expect(rows).toHaveLength(1)
  await owners[replies.findIndex(({ code }) => code === 200)]!.call('demo_end', {})
})

it('of two new passwords at once, at two copies, one counts', async () => {
  await addOperator(server, 'dev', 'developer')
  const passwords = ['the first new password', 'the second new password'] as const
  const signIn = (url: string) => ConsoleClient.signIn(url, 'dev', PASSWORD)
  const both = [await signIn(here.url), await signIn(there.url)] as const
  const replies = await Promise.all(
    both.map((dev, at) => dev.try('password_change', { old: PASSWORD, password: passwords[at] })),
  )
  expect(replies.map(({ code }) => code).sort()).toEqual([200, 422])
  const counts = passwords[replies.findIndex(({ code }) => code === 200)]!
  await ConsoleClient.signIn(here.url, 'dev', counts)
})

// Backups are the database's own on PostgreSQL.
it.skipIf(IS_POSTGRES)('what is known of one copy stays known while another copy is well', async () => {
  const place = mkdtempSync(join(tmpdir(), 'pulsekey-unplugged-'))
  await here.call('settings_set', { backups: { folder: place } })
  rmSync(place, { recursive: true })
  writeFileSync(place, 'no folder any more')
  const risk = async () => {
    const { rows } = await here.call('risk_list', { kind: 'weak_setting' })
    return rows.find(({ facts }) => facts['setting'] === 'backup_failed')
  }
  await there.call('risk_list', {})
  expect(await backUp(server)).toBe('failed')
  expect(server.log.errors.splice(0)).toHaveLength(1)
  await here.call('risk_acknowledge', { keys: [(await risk())!.key], note: 'the disk is on its way' })
  await there.call('risk_list', {})
  expect((await risk())?.acknowledged).toMatchObject({ note: 'the disk is on its way' })
  // Its end is the end of the note: a relapse is a new risk.
  rmSync(place)
  expect(await backUp(server)).toBe('done')
  expect(await risk()).toBeUndefined()
  rmSync(place, { recursive: true })
  writeFileSync(place, 'no folder any more')
  expect(await backUp(server)).toBe('failed')
  expect(server.log.errors.splice(0)).toHaveLength(1)
  expect((await risk())?.acknowledged).toBeNull()
  rmSync(place)
})
