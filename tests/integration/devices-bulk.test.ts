import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OWNER_PASSWORD, type TestServer } from '../support/test-server.ts'
import { until } from '../support/until.ts'
import { auditRows } from './audit-rows.ts'
import { deviceWorld } from './device-world.ts'
import { EventStream } from './event-stream.ts'
import { signIn } from './operators.ts'

const FOREVER = 4_102_243_200
const DAY = 86_400
let server: TestServer
let app: number
let agent: number

const { start, now, device, read, attempt, logOn, ofSubject } = deviceWorld()
beforeAll(async () => {
  ;({ server, app, agent } = await start())
})
afterAll(() => server.end())

describe('device_bulk', () => {
  it('sets the named members, and the terminals get them with the next call', async () => {
    const [a, b] = [await device(), await device({ label: 'Kept' })]
    const ids = [a.id, b.id]
    const change = { agent, buy_url: 'https://x.example', note: 'VIP customer', license: 'L-1' }
    expect(await server.act('device_bulk', { ids, ...change })).toMatchObject({ done: 2, skipped: [] })
    expect(await read(b.id)).toMatchObject({ ...change, label: 'Kept' })
    await server.act('device_bulk', { ids, disabled: true, disable_reason: 'Chargeback' })
    expect(await logOn(a.account_key)).toMatchObject({ code: 114, msg: 'Chargeback' })
    await server.act('device_bulk', { ids, disabled: false, disable_reason: '' })
    expect(await logOn(a.account_key)).toMatchObject({ code: 200 })
  })

  it('changes exactly the accounts that the list shows for a filter and a search', async () => {
    const other = await server.application()
    const [a, b] = [await device({ app: other, label: 'Team' }), await device({ app: other, label: 'team' })]
    const [c, d] = [await device({ app: other }), await device({ label: 'Team' })]
    const target = { filter: { app: other, state: 'active' as const }, search: 'TEAM' }
    expect(await server.act('device_list', target)).toMatchObject({ total: 2 })
    expect(await server.act('device_bulk', { ...target, note: 'N', dry_run: true })).toEqual({
      done: 2,
      skipped: [],
    })
    expect((await read(a.id)).note).toBe('')
    expect(await server.act('device_bulk', { ...target, note: 'N' })).toMatchObject({ done: 2, skipped: [] })
    const notes = await Promise.all([a, b, c, d].map(async ({ id }) => (await read(id)).note))
    expect(notes).toEqual(['N', 'N', '', ''])
    expect(await server.act('device_list', { search: 'n', filter: { app: other } })).toMatchObject({
      total: 2,
    })
  })

  it('refuses a person who is no agent, both targets, and no target', async () => {
    const { id } = await device()
    expect(await attempt('device_bulk', { ids: [id], agent: 999 })).toMatchObject({
      code: 422,
      fields: { agent: 'unknown' },
    })
    expect(await attempt('device_bulk', { ids: [id], filter: {}, note: 'x' })).toMatchObject({ code: 422 })
    expect(await attempt('device_bulk', { note: 'x' })).toMatchObject({ code: 422 })
    expect(await attempt('device_bulk', { filter: {} })).toMatchObject({
      code: 422,
      fields: { change: 'no change' },
    })
  })
})

describe('device_extend', () => {
  it('counts from a running end, from now after the end, and leaves permanent ones alone', async () => {
    const [running, ended, forever] = [
      await device(),
      await device({ vip: now() - DAY }),
      await device({ vip: FOREVER }),
    ]
    const input = { ids: [running.id, ended.id, forever.id, 999_999], seconds: 30 * DAY }
    const skipped = [
      { id: forever.id, reason: 'permanent' },
      { id: 999_999, reason: 'unknown' },
    ]
    expect(await server.act('device_extend', { ...input, dry_run: true })).toEqual({ done: 2, skipped })
    expect(await read(running.id)).toMatchObject({ vip: running.vip })
    expect(await logOn(ended.account_key)).toMatchObject({ code: 201 })
    const answer = await server.act('device_extend', input)
    expect(answer).toMatchObject({ done: 2, skipped })
    const ends = { [running.id]: now() + 31 * DAY, [ended.id]: now() + 30 * DAY }
    expect(answer.changed!.sort((a, b) => a.id - b.id)).toEqual(
      [running, ended].map(({ id, vip }) => ({ id, from: vip, to: ends[id] })),
    )
    expect(await logOn(ended.account_key)).toMatchObject({ code: 200, vip: now() + 30 * DAY })
    expect(await read(forever.id)).toMatchObject({ vip: FOREVER })
  })

  it('never shortens with a fixed end', async () => {
    const [short, long] = [await device(), await device({ vip: now() + 90 * DAY })]
    const answer = await server.act('device_extend', { ids: [short.id, long.id], until: now() + 60 * DAY })
    expect(answer).toMatchObject({ done: 1, skipped: [{ id: long.id, reason: 'ends later' }] })
    expect(await read(short.id)).toMatchObject({ vip: now() + 60 * DAY })
    expect(await read(long.id)).toMatchObject({ vip: now() + 90 * DAY })
  })

  it('adds up simultaneous calls, and the undo restores the end before', async () => {
    const { id, vip } = await device()
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => server.act('device_extend', { ids: [id], seconds: DAY })),
    )
    expect(await read(id)).toMatchObject({ vip: vip + 10 * DAY })
    const steps = answers.map(({ changed }) => changed![0]!.from).sort((a, b) => a - b)
    expect(steps).toEqual(Array.from({ length: 10 }, (_, n) => vip + n * DAY))
    await server.act('device_update', { id, vip })
    expect(await read(id)).toMatchObject({ vip })
  })

  it('needs seconds or a time, not both', async () => {
    const { id } = await device()
    expect(await attempt('device_extend', { ids: [id] })).toMatchObject({ code: 422 })
    expect(await attempt('device_extend', { ids: [id], seconds: 1, until: FOREVER })).toMatchObject({
      code: 422,
    })
    expect(await attempt('device_extend', { ids: [id], seconds: 0 })).toMatchObject({ code: 422 })
  })
})

describe('device_delete', () => {
  it('refuses the terminal at once, deletes the account, and allows a new one', async () => {
    const gone = await device()
    const kept = await device()
    await server.api('mt5pulse', app, { account_key: gone.account_key, equity: 7 })
    await server.act('device_control', { ids: [gone.id], close_all: true })
    expect(await server.act('device_delete', { ids: [gone.id], dry_run: true })).toEqual({
      done: 1,
      skipped: [],
      codes: 0,
    })
    expect(await logOn(gone.account_key)).toMatchObject({ code: 200 })
    expect(await server.act('device_delete', { ids: [gone.id, 999_999] })).toMatchObject({
      done: 1,
      skipped: [{ id: 999_999, reason: 'unknown' }],
    })
    expect(await logOn(gone.account_key)).toMatchObject({ code: 404 })
    expect(await server.api('mt5pulse', app, { account_key: gone.account_key })).toMatchObject({ code: 404 })
    expect(await attempt('device_get', { id: gone.id })).toMatchObject({ code: 404 })
    expect(await logOn(kept.account_key)).toMatchObject({ code: 200 })
    const again = await device({ account_key: gone.account_key })
    expect(await read(again.id)).toMatchObject({
      telemetry: null,
      commands: [],
      close_all: { state: 'none' },
    })
  })

  it('deletes an account once in two simultaneous calls', async () => {
    const { id } = await device()
    const answers = await Promise.all([
      server.act('device_delete', { ids: [id] }),
      server.act('device_delete', { ids: [id] }),
    ])
    expect(answers.map(({ done }) => done).sort()).toEqual([0, 1])
  })

  it('needs the password again with a filter, but not for a preview', async () => {
    const other = await server.application()
    const { id } = await device({ app: other })
    const filter = { app: other }
    expect(await server.act('device_delete', { filter, dry_run: true })).toMatchObject({
      done: 1,
      skipped: [],
    })
    server.clock.pass(700)
    expect(await attempt('device_delete', { filter })).toMatchObject({
      code: 403,
      fields: { step_up: 'required' },
    })
    expect(await read(id)).toMatchObject({ id })
    await server.act('step_up', { password: OWNER_PASSWORD })
    expect(await server.act('device_delete', { filter })).toMatchObject({ done: 1 })
    expect(await attempt('device_get', { id })).toMatchObject({ code: 404 })
  })

  it('is reported on the live stream', async () => {
    const { id } = await device()
    const { url, cookie } = await server.owner()
    const stream = await EventStream.open(url, cookie)
    await server.act('device_delete', { ids: [id] })
    const event = await stream.next('devices', ({ removed }) => removed !== undefined)
    expect(event).toMatchObject({ removed: [id] })
    stream.close()
  })
})

describe('ends of authorizations', () => {
  it('are counted and listed the same, span by span, as time passes', async () => {
    const fleet = await server.application()
    const days = [-40, -1, 0.2, 1, 1.2, 7, 7.2, 14, 14.2, 30, 30.2]
    for (const [n, left] of days.entries())
      await device({ app: fleet, account_key: `${n + 10}@Ends`, vip: now() + left * DAY })
    await device({ app: fleet, account_key: '1@Ends', vip: FOREVER })
    await device({ app: fleet, account_key: '2@Ends', vip: now() + DAY, disabled: true })
    const spans = async () => {
      const { counts } = await server.act('device_expiring', { filter: { app: fleet } })
      for (const span of ['past', '1', '7', '14', '30'] as const) {
        const filter = { app: fleet, expires: span }
        expect(await server.act('device_list', { filter })).toMatchObject({ total: counts[span] })
        expect(await server.act('device_list', { filter: { ...filter, health: 'never' } })).toMatchObject({
          total: counts[span],
        })
      }
      return counts
    }
    expect(await spans()).toEqual({ past: 2, '1': 2, '7': 2, '14': 2, '30': 2 })
    server.clock.pass(10 * 3600)
    expect(await spans()).toEqual({ past: 3, '1': 2, '7': 2, '14': 2, '30': 2 })
  })

  it('are counted for an agent over its own accounts', async () => {
    const mine = await server.application()
    await device({ app: mine, agent })
    await device({ app: mine })
    const client = await signIn(server, 'agent')
    expect((await client.call('device_expiring', { filter: { app: mine } })).counts).toEqual({
      past: 0,
      '1': 1,
      '7': 0,
      '14': 0,
      '30': 0,
    })
  })
})

describe('strangers and the audit log', () => {
  it('a stranger changes nothing, by ids or by filter', async () => {
    const { id, account_key } = await device()
    const before = await read(id)
    const stranger = await signIn(server, 'stranger')
    const skipped = [{ id, reason: 'unknown' }]
    expect(await stranger.call('device_bulk', { ids: [id], note: 'x' })).toMatchObject({ done: 0, skipped })
    expect(await stranger.call('device_extend', { filter: {}, seconds: 5 })).toEqual({ done: 0, skipped: [] })
    expect(await stranger.call('device_delete', { ids: [id] })).toMatchObject({ done: 0, skipped })
    expect(await stranger.try('device_move', { id, account_key: '5@Stolen' })).toMatchObject({ code: 404 })
    expect(await read(id)).toEqual(before)
    expect(await logOn(account_key)).toMatchObject({ code: 200 })
  })

  it('an act on one account writes a row with the changes, an act on several a row with the number', async () => {
    const [a, b] = [await device(), await device()]
    await server.act('device_extend', { ids: [a.id], seconds: DAY })
    await server.act('device_extend', { ids: [a.id, b.id], seconds: DAY })
    const rows = (await auditRows(server, 'device_extend')).slice(-2)
    expect(rows[0]).toMatchObject({ subjectId: `${a.id}`, subjectLabel: a.account_key, appId: app })
    expect([rows[0]!.before, rows[0]!.after]).toEqual([{ vip: a.vip }, { vip: a.vip + DAY }])
    expect(rows[1]).toMatchObject({ subjectId: '', after: { seconds: DAY, count: 2, ids: [a.id, b.id] } })
  })

  it('create, update, delete and the remote controls write their rows', async () => {
    const { id, account_key } = await device({ label: 'Audited' })
    await server.act('device_update', { id, note: 'Called him' })
    await server.act('device_control', { ids: [id], pause_open: true })
    await server.act('device_control', { ids: [id], close_all: true, reason: 'News at two' })
    await server.act('device_control', { ids: [id], close_all: false })
    await server.act('device_delete', { ids: [id] })
    expect((await ofSubject('device_create', id))[0]!.after).toMatchObject({ accountKey: account_key })
    expect((await ofSubject('device_update', id))[0]).toMatchObject({
      before: { note: '' },
      after: { note: 'Called him' },
    })
    const controls = await ofSubject('device_control', id)
    expect(controls.map(({ after }) => after)).toEqual([
      { pauseOpen: true },
      { closeAll: 'asked', reason: 'News at two' },
      { closeAll: 'withdrawn', reason: 'News at two' },
    ])
    expect(controls.every((row) => row.personName === 'owner' && row.subjectLabel === account_key)).toBe(true)
    expect((await ofSubject('device_delete', id))[0]!.before).toMatchObject({ label: 'Audited' })
  })

  it('an act without a change writes no row', async () => {
    const { id } = await device({ note: 'Same' })
    const before = (await auditRows(server, 'device_bulk')).length
    await server.act('device_bulk', { ids: [id], note: 'Same' })
    await server.act('device_bulk', { ids: [999_999], note: 'Same' })
    expect(await auditRows(server, 'device_bulk')).toHaveLength(before)
  })
})

describe('an act on over 500 accounts', () => {
  it('is a job that reports its progress', async () => {
    const fleet = await server.application()
    const rows = Array.from({ length: 1600 }, (_, n) => ({ account_key: `${n + 1}@Many`, vip: now() + DAY }))
    expect(await server.act('device_import', { app: fleet, rows })).toMatchObject({ done: 1600 })
    const filter = { app: fleet }
    const { job, done } = await server.act('device_extend', { filter, seconds: DAY })
    expect(done).toBeUndefined()
    const progress = await until(
      async () =>
        (await server.act('job_list', {})).rows.find(({ id, state }) => id === job && state !== 'running'),
      'the job',
    )
    expect(progress).toMatchObject({ kind: 'device_extend', state: 'done', done: 1600, total: 1600 })
    expect((await server.act('device_expiring', { filter })).counts).toMatchObject({ '1': 0, '7': 1600 })
  })
})
