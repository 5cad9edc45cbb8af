import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestServer } from '../support/test-server.ts'
import { until } from '../support/until.ts'
import { renameWorld } from './rename-world.ts'

const DAY = 86_400
let server: TestServer
let agent: number

const { start, now, logOn, attempt, create, next, rename, undo, keysOf, world } = renameWorld()
beforeAll(async () => {
  ;({ server, agent } = await start())
})
afterAll(() => server.end())

const read = (id: number) => server.act('device_get', { id })
const none = { accounts: 0, codes: 0, rows: [], replaced: 0, replacing: [], stay: 0, staying: [], refused: 0 }

describe('server_rename', () => {
  it('moves five trading accounts and a code, and the undo moves them back', async () => {
    const { app, from, to } = await world([71002, 71003, 71004, 71005])
    const kami = await server.code({ app, type: 'time', unit: 'day', amount: 30 })
    const logIn = (server_: string) => server.api('kmlogon', app, { kami, markcode: `71001@${server_}` })
    expect(await logIn(from)).toMatchObject({ code: 200 })
    const before = await server.act('device_list', { filter: { app } })

    const preview = await rename(from, to, { dry_run: true })
    expect(preview).toMatchObject({ id: null, accounts: 5, codes: 1, stay: 0, replaced: 0 })
    expect(preview.rows.map((row) => row.account_key).sort()).toEqual(
      [1, 2, 3, 4, 5].map((n) => `7100${n}@${from}`),
    )
    expect(await server.act('device_list', { filter: { app } })).toEqual(before)

    const done = await rename(from, to)
    expect(done).toEqual({ ...preview, id: expect.any(Number) as number })
    expect(await keysOf(app)).toEqual([1, 2, 3, 4, 5].map((n) => `7100${n}@${to}`))
    expect(await logOn(`71002@${to}`, app)).toMatchObject({ code: 200 })
    expect(await logOn(`71002@${from}`, app)).toMatchObject({ code: 404 })
    expect(await logIn(from)).toMatchObject({ code: 150 })
    expect(await logIn(to)).toMatchObject({ code: 200 })
    expect(await rename(from, to)).toEqual({ ...none, id: null })

    const back = await undo(done.id, { dry_run: true })
    expect(back).toMatchObject({ accounts: 5, codes: 1, stay: 0 })
    expect(await undo(done.id)).toEqual(back)
    expect(await server.act('device_list', { filter: { app } })).toEqual(before)
    expect(await logIn(from)).toMatchObject({ code: 200 })
    expect(await logOn(`71002@${to}`, app)).toMatchObject({ code: 404 })
  })

  it('keeps the fields of an account and a waiting close', async () => {
    const { app, from, to } = await world([])
    const device = await create(app, `5@${from}`, { label: 'Ming', note: 'N', agent, license: 'L' })
    await server.api('mt5pulse', app, { account_key: `5@${from}`, equity: 500, positions: 2 })
    await server.act('device_control', { ids: [device.id], pause_open: true, close_all: true })
    const before = await read(device.id)
    await rename(from, to)
    expect(await read(device.id)).toEqual({ ...before, account_key: `5@${to}` })
    const pulse = await server.api('mt5pulse', app, { account_key: `5@${to}`, positions: 2 })
    expect(pulse).toMatchObject({ code: 200, pause_open: 1, close_all: 1 })
    const history = { id: device.id, from: now() - DAY, to: now() + DAY }
    await until(async () => (await server.act('device_history', history)).rows.length > 0, 'the pulse')
  })

  it('moves more accounts than it reads at a time, and calls are answered meanwhile', async () => {
    const { app, from, to } = await world([])
    const rows = Array.from({ length: 1200 }, (_, i) => ({
      account_key: `${i + 1}@${from}`,
      vip: now() + DAY,
    }))
    await server.act('device_import', { app, rows })
    const taken = await create(app, `400@${to}`, { license: 'BOUGHT' })
    const [done, pulse, edit] = await Promise.all([
      rename(from, to),
      server.api('mt5pulse', app, { account_key: `400@${to}`, equity: 1 }),
      server.act('device_update', { id: taken.id, label: 'meanwhile' }),
    ])
    expect(done).toMatchObject({ accounts: 1199, stay: 1 })
    expect(done.rows).toHaveLength(50)
    expect([pulse.code, edit.label]).toEqual([200, 'meanwhile'])
    expect(await undo(done.id)).toMatchObject({ accounts: 1199 })
    expect(await server.act('server_list', { app })).toMatchObject({
      rows: [
        { server: from, accounts: 1200 },
        { server: to, accounts: 1 },
      ],
    })
  })

  it('survives a restart, there and back', async () => {
    const { app, from, to } = await world([1])
    const { id } = await rename(from, to)
    await server.close()
    await server.open()
    expect(await keysOf(app)).toEqual([`1@${to}`])
    await undo(id)
    expect(await keysOf(app)).toEqual([`1@${from}`])
  })

  it('matches a server by every character of its name', async () => {
    const app = await server.application()
    const from = `Case ${next()}`
    const others = [from.toLowerCase(), `${from} `, `${from}.`, `X${from}`, `${from}-2`].map((name) =>
      name.trim(),
    )
    await create(app, `1@${from}`)
    for (const other of others) if (other !== from) await create(app, `1@${other}`)
    const before = await keysOf(app)
    expect(await rename(` ${from} `, `To ${from}`)).toMatchObject({ accounts: 1 })
    expect(await keysOf(app)).toEqual(
      before.map((key) => (key === `1@${from}` ? `1@To ${from}` : key)).sort(),
    )
  })

  it.each([
    ['to', { from: 'A', to: 'A' }],
    ['to', { from: 'A', to: ' A ' }],
    ['to', { from: 'A', to: '' }],
    ['to', { from: 'A', to: 'B@C' }],
    ['to', { from: 'A', to: 'B\u0007C' }],
    ['to', { from: 'A', to: 'x'.repeat(65) }],
    ['from', { from: '', to: 'A' }],
    ['from', { from: '1@A', to: 'B' }],
  ])('refuses %s in %j', async (field, order) => {
    const reply = await attempt('server_rename', { ...order, dry_run: true })
    expect(reply).toMatchObject({ code: 422, fields: { [field]: expect.any(String) as string } })
  })

  it('takes 64 characters', async () => {
    const { app, from } = await world([1])
    const to = '界'.repeat(64)
    expect(await rename(from, to)).toMatchObject({ accounts: 1 })
    expect(await keysOf(app)).toEqual([`1@${to}`])
  })
})

describe('a new key in use', () => {
  it('keeps its account unmoved and named, and the two are never merged', async () => {
    const { app, from, to, ids } = await world([1, 2])
    const holder = await create(app, `1@${to}`, { license: 'BOUGHT' })
    const holds = { id: holder.id, account_key: `1@${to}`, license: 'BOUGHT', replaceable: false }
    const staying = [
      { kind: 'device', id: ids[0], app, account_key: `1@${from}`, reason: 'taken', holder: holds },
    ]
    const preview = await rename(from, to, { dry_run: true })
    expect(preview).toMatchObject({ accounts: 1, stay: 1, staying })
    const done = await rename(from, to)
    expect(done).toMatchObject({ accounts: 1, stay: 1, staying })
    expect(await keysOf(app)).toEqual([`1@${from}`, `1@${to}`, `2@${to}`].sort())
    expect(await read(holder.id)).toMatchObject({ license: 'BOUGHT' })
    await undo(done.id)
    expect(await keysOf(app)).toEqual([`1@${from}`, `1@${to}`, `2@${from}`].sort())
  })

  it('leaves the code with the account that stays', async () => {
    const { app, from, to } = await world([])
    const kami = await server.code({ app, type: 'permanent' })
    const logIn = (key: string) => server.api('kmlogon', app, { kami, markcode: key })
    await logIn(`1@${from}`)
    await create(app, `1@${to}`, { license: 'BOUGHT' })
    expect(await rename(from, to)).toMatchObject({ accounts: 0, codes: 0, stay: 1, id: null })
    expect(await logIn(`1@${from}`)).toMatchObject({ code: 200 })
    expect(await logIn(`1@${to}`)).toMatchObject({ code: 150 })
  })

  it('in another application is no obstacle', async () => {
    const { app, from, to } = await world([1])
    const other = await server.application()
    await create(other, `1@${to}`)
    expect(await rename(from, to)).toMatchObject({ accounts: 1, stay: 0 })
    expect(await keysOf(app)).toEqual([`1@${to}`])
  })
})

describe('trial records that the new name made', () => {
  const trialWorld = async () => {
    const place = await world([1, 2], { auto_trial: true, trial_seconds: 7 * DAY })
    expect(await logOn(`1@${place.to}`, place.app)).toMatchObject({ code: 200, license: 'TRIAL' })
    await server.api('mt5pulse', place.app, { account_key: `1@${place.to}`, equity: 1 })
    return { ...place, bought: place.ids[0]! }
  }

  it('are replaced and named, and no undo brings them back', async () => {
    const { app, from, to, bought } = await trialWorld()
    const replacing = [{ app, account_key: `1@${to}`, license: 'TRIAL', last_pulse: now() }]
    const wanted = { accounts: 2, replaced: 1, replacing, stay: 0 }
    expect(await rename(from, to, { dry_run: true })).toMatchObject(wanted)
    const done = await rename(from, to)
    expect(done).toMatchObject(wanted)
    expect(await keysOf(app)).toEqual([`1@${to}`, `2@${to}`])
    expect(await read(bought)).toMatchObject({ account_key: `1@${to}`, license: '' })
    const { rows } = await server.act('server_rename_list', {})
    expect(rows[0]).toMatchObject({ id: done.id, from, to, accounts: 2, undone_at: null })
    const undone = await undo(done.id)
    expect(undone).toMatchObject({ accounts: 2, stay: 1 })
    expect(undone.staying).toMatchObject([{ account_key: `1@${to}`, reason: 'replaced' }])
    expect(await keysOf(app)).toEqual([`1@${from}`, `2@${from}`])
  })

  it('stay when the caller asks for it', async () => {
    const { app, from, to } = await trialWorld()
    const done = await rename(from, to, { replace_trials: false })
    expect(done).toMatchObject({ accounts: 1, replaced: 0, stay: 1 })
    expect(done.staying).toMatchObject([
      { account_key: `1@${from}`, reason: 'taken', holder: { license: 'TRIAL', replaceable: true } },
    ])
    expect(await keysOf(app)).toEqual([`1@${from}`, `1@${to}`, `2@${to}`].sort())
  })

  it('stay when a person changed them', async () => {
    const { app, from, to } = await trialWorld()
    const { rows } = await server.act('device_list', { filter: { app }, search: `1@${to}` })
    await server.act('device_extend', { ids: [rows[0]!.id], seconds: DAY })
    expect(await rename(from, to)).toMatchObject({ accounts: 1, replaced: 0, stay: 1 })
  })

  it('of the old name are replaced by an undo', async () => {
    const { app, from, to } = await world([1], { auto_trial: true, trial_seconds: DAY })
    const { id } = await rename(from, to)
    expect(await logOn(`1@${from}`, app)).toMatchObject({ license: 'TRIAL' })
    expect(await undo(id)).toMatchObject({ accounts: 1, replaced: 1 })
    expect(await keysOf(app)).toEqual([`1@${from}`])
    expect(await logOn(`1@${from}`, app)).toMatchObject({ code: 200, license: '' })
  })
})
