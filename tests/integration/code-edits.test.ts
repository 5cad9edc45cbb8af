import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ActionInput } from '../../src-server/contract/actions/index.ts'
import type { CodeRecord } from '../../src-server/contract/records/code.ts'
import { TestServer } from '../support/test-server.ts'
import { until } from '../support/until.ts'
import { EventStream } from './event-stream.ts'
import { addOperator } from './operators.ts'

const DAY = 86_400
const FOREVER = 4_102_243_200
let server: TestServer
let app: number
let agent: number

beforeAll(async () => {
  server = await TestServer.start()
  app = await server.application()
  agent = await addOperator(server, 'seller', 'agent')
})
afterAll(() => server.end())

type Change = Omit<ActionInput<'code_update'>, 'ids' | 'filter' | 'search' | 'dry_run'>
type Order = Partial<ActionInput<'code_generate'>>

/** A new batch of codes. */
async function make(order: Order): Promise<{ batch: number; kamis: string[]; ids: number[] }> {
  const { batch, kamis } = await server.act('code_generate', { app, type: 'permanent', count: 1, ...order })
  const { rows } = await server.act('code_list', { filter: { batch }, size: 500, sort: 'id' })
  return { batch, kamis, ids: rows.map(({ id }) => id) }
}
const get = (id: number) => server.act('code_get', { id })
const logIn = (kami: string, markcode = 'PC-1') => server.api('kmlogon', app, { kami, markcode })
const listed = async (filter: ActionInput<'code_list'>['filter']) =>
  (await server.act('code_list', { filter, size: 500 })).rows

/** Codes of every type, unused and in use, each with its own batch number. */
async function change(
  order: Order,
  used: boolean,
  to: Change,
): Promise<{ before: CodeRecord; after: CodeRecord; reason: string | undefined }> {
  const { ids, kamis } = await make(order)
  if (used) expect(await logIn(kamis[0]!)).toMatchObject({ code: 200 })
  const before = await get(ids[0]!)
  const { skipped } = await server.act('code_update', { ids, ...to })
  return { before, after: await get(ids[0]!), reason: skipped?.[0]?.reason }
}

describe('extend and shorten', () => {
  const month: Order = { type: 'time', unit: 'day', amount: 30 }

  it('change the duration of an unused code', async () => {
    const { after } = await change(month, false, { extend_seconds: 5 * DAY })
    expect(after).toMatchObject({ seconds: 35 * DAY, end_time: null, state: 'unused' })
    const { after: shorter } = await change(month, false, { extend_seconds: -29 * DAY })
    expect(shorter).toMatchObject({ seconds: DAY, end_time: null })
  })

  it('change the end of a code in use', async () => {
    const end = server.clock.now() + 30 * DAY
    expect((await change(month, true, { extend_seconds: 5 * DAY })).after.end_time).toBe(end + 5 * DAY)
    expect((await change(month, true, { extend_seconds: -5 * DAY })).after.end_time).toBe(end - 5 * DAY)
  })

  it('end a code now that is shortened by more than its rest, and it logs nobody in', async () => {
    const { after } = await change(month, true, { extend_seconds: -60 * DAY })
    expect(after).toMatchObject({ end_time: server.clock.now(), state: 'expired' })
    expect(await logIn(after.kami)).toMatchObject({ code: 201 })
  })

  it('extend an ended code from now', async () => {
    const { ids, kamis } = await make({ type: 'time', unit: 'hour', amount: 1 })
    await logIn(kamis[0]!)
    server.clock.pass(3 * 3600)
    expect(await logIn(kamis[0]!)).toMatchObject({ code: 201 })
    await server.act('code_update', { ids, extend_seconds: 2 * DAY })
    expect(await logIn(kamis[0]!)).toMatchObject({
      code: 200,
      msg: { vip: String(server.clock.now() + 2 * DAY) },
    })
  })

  it.each<[string, Order, Change, string]>([
    ['a permanent code', { type: 'permanent' }, { extend_seconds: DAY }, 'endless'],
    ['uses', { type: 'count', amount: 5 }, { extend_seconds: DAY }, 'endless'],
    ['points', { type: 'points', amount: 5 }, { end_time: FOREVER - 1 }, 'endless'],
    ['a VIP code for ever', { type: 'vip' }, { extend_seconds: DAY }, 'endless'],
    [
      'a code that would lose all its time',
      { type: 'time', unit: 'day' },
      { extend_seconds: -DAY },
      'too_short',
    ],
    ['a code without a change', { type: 'permanent' }, { disabled: false }, 'same'],
  ])('leave %s unchanged', async (_, order, to, reason) => {
    const result = await change(order, false, to)
    expect(result.reason).toBe(reason)
    expect(result.after).toEqual(result.before)
  })

  it('set an exact end, also for an unused code', async () => {
    const end = server.clock.now() + 7 * DAY
    const { after } = await change({ type: 'time', unit: 'year' }, false, { end_time: end })
    expect(after).toMatchObject({ end_time: end, use_time: null })
    expect(await logIn(after.kami)).toMatchObject({ code: 200, msg: { vip: String(end) } })
  })
})

describe('convert', () => {
  it('gives an unused code the new type', async () => {
    const { after } = await change({ type: 'permanent' }, false, {
      convert: { type: 'count', amount: 2 },
    })
    expect(after).toMatchObject({ type: 'count', left: 2, seconds: 0, state: 'unused' })
    expect(await logIn(after.kami)).toMatchObject({
      code: 200,
      msg: { vip: String(server.clock.now() + 3600) },
    })
  })

  it('starts the new time of a code in use now, and keeps its binding', async () => {
    const { after } = await change({ type: 'permanent' }, true, {
      convert: { type: 'time', unit: 'week', amount: 2 },
    })
    expect(after).toMatchObject({ type: 'time', end_time: server.clock.now() + 14 * DAY, markcode: 'PC-1' })
    expect(await logIn(after.kami, 'PC-2')).toMatchObject({ code: 150 })
  })

  it('makes a time code permanent', async () => {
    const { after } = await change({ type: 'time', unit: 'day' }, true, { convert: { type: 'permanent' } })
    expect(after).toMatchObject({ type: 'permanent', seconds: 0, end_time: null })
    expect(await logIn(after.kami)).toMatchObject({ code: 200, msg: { vip: String(FOREVER) } })
  })

  it('refuses without the needed members', async () => {
    const { ids } = await make({})
    const reply = await (await server.owner()).try('code_update', { ids, convert: { type: 'time' } })
    expect(reply).toMatchObject({ code: 422, fields: { unit: 'required' } })
  })
})

describe('attribute', () => {
  it('gives a code to an agent and takes it back, never a debug code, and never to a person who is no agent', async () => {
    await server.act('code_import', { app, rows: [{ kami: 'JDBG-INTERNAL', type: 'permanent' }] })
    const [debug] = await listed({ app, kami: 'JDBG-INTERNAL' })
    const { ids } = await make({ count: 2 })
    expect(await server.act('code_update', { ids: [...ids, debug!.id], agent })).toMatchObject({
      done: 2,
      skipped: [{ id: debug!.id, reason: 'debug' }],
    })
    expect(await get(ids[0]!)).toMatchObject({ agent, agent_name: 'seller' })
    await server.act('code_update', { ids, agent: null })
    expect(await get(ids[0]!)).toMatchObject({ agent: null, agent_name: null })
    const reply = await (await server.owner()).try('code_update', { ids, agent: 1 })
    expect(reply).toMatchObject({ code: 422, fields: { agent: 'unknown' } })
  })
})

describe('unbind', () => {
  it('frees the code of its machine without a deduction and without a count', async () => {
    const { ids, kamis } = await make({ type: 'time', unit: 'day', amount: 30 })
    await logIn(kamis[0]!)
    const before = await get(ids[0]!)
    expect(await server.act('code_unbind', { ids })).toMatchObject({ done: 1, ids })
    const { end_time, unbinds, last_unbind } = before
    expect(await get(ids[0]!)).toMatchObject({ markcode: '', ip: '', end_time, unbinds, last_unbind })
    expect(await logIn(kamis[0]!, 'PC-2')).toMatchObject({ code: 200 })
    // The events of a copy are on disk a moment after somebody reads them at the other one.
    const { events } = await until(async () => {
      const code = await get(ids[0]!)
      return code.events.length > 2 && code
    }, 'three events')
    expect(events.map(({ kind, markcode, by }) => [kind, markcode, by])).toEqual([
      ['bind', 'PC-2', ''],
      ['operator_unbind', 'PC-1', 'owner'],
      ['bind', 'PC-1', ''],
    ])
    await server.act('code_unbind', { ids })
    expect(await server.act('code_unbind', { ids })).toMatchObject({
      done: 0,
      skipped: [{ id: ids[0], reason: 'not_bound' }],
    })
  })
})

describe('bulk edits of codes', () => {
  const acts: [string, Change][] = [
    ['disable', { disabled: true }],
    ['extend', { extend_seconds: DAY }],
    ['end', { end_time: FOREVER - 5 }],
    ['convert', { convert: { type: 'count', amount: 3 } }],
    ['attribute', { agent: 0 }],
    ['note', { note: 'moved' }],
  ]

  it.each(acts)('%s: does the same by filter as by number, and previews it', async (name, to) => {
    const given = name === 'attribute' ? { agent } : to
    const mixed = async () => {
      const note = `${name}-${Math.trunc(performance.now() * 1000)}`
      await make({ type: 'time', unit: 'day', count: 4, note })
      await make({ type: 'permanent', count: 3, note })
      const disabled = await make({ type: 'time', unit: 'day', count: 2, note })
      await server.act('code_update', { ids: disabled.ids, disabled: true })
      return (await server.act('code_list', { search: note })).rows.map(({ id }) => id)
    }
    for (const by of ['ids', 'filter'] as const) {
      const ids = await mixed()
      const search = (await get(ids[0]!)).note
      const target = by === 'ids' ? { ids } : { filter: { app }, search }
      const preview = await server.act('code_update', { ...target, ...given, dry_run: true })
      const untouched = await Promise.all(ids.map(get))
      const done = await server.act('code_update', { ...target, ...given })
      expect(done.done).toBe(preview.done)
      expect(done.skipped).toEqual(preview.skipped)
      expect(preview.done! + preview.skipped!.length).toBe(9)
      const now = await Promise.all(ids.map(get))
      const changed = now.filter(
        (code, i) =>
          JSON.stringify({ ...code, events: 0 }) !== JSON.stringify({ ...untouched[i], events: 0 }),
      )
      expect(changed.map(({ id }) => id).sort()).toEqual([...done.ids!].sort())
    }
  })

  it('runs as a job over 500 codes and leaves other codes alone', async () => {
    const owner = await server.owner()
    const stream = await EventStream.open(owner.url, owner.cookie)
    const order = await server.act('code_generate', { app, type: 'permanent', count: 1300 })
    await stream.next('job', ({ id, state }) => id === order.job && state === 'done')
    const filter = { batch: order.batch }
    expect(await server.act('code_update', { filter, disabled: true, dry_run: true })).toMatchObject({
      done: 1300,
    })
    const { job } = await server.act('code_update', { filter, disabled: true })
    expect(await stream.next('job', ({ id, state }) => id === job && state === 'done')).toMatchObject({
      kind: 'code_update',
      done: 1300,
      total: 1300,
    })
    stream.close()
    const { counts, count } = await server.act('batch_get', { id: order.batch })
    expect(count).toBe(1300)
    expect(counts).toEqual({ unused: 0, in_use: 0, expired: 0, used_up: 0, disabled: 1300, recycled: 0 })
    const [row] = (await server.act('audit_list', { filter: { action: 'code_update' } })).rows
    const { count: said, ids, filter: by } = row!.after!
    expect([said, (ids as number[]).length, by]).toEqual([1300, 100, filter])
  })

  it('applies both of two simultaneous edits to each code', async () => {
    const { ids } = await make({ type: 'time', unit: 'day', amount: 10, count: 400 })
    const extend = { ids, extend_seconds: DAY }
    const results = await Promise.all([
      server.act('code_update', extend),
      server.act('code_update', extend),
      server.act('code_update', { ids, note: 'both' }),
    ])
    expect(results.map(({ done }) => done)).toEqual([400, 400, 400])
    for (const { seconds, note } of await listed({ batch: (await get(ids[0]!)).batch! })) {
      expect([seconds, note]).toEqual([12 * DAY, 'both'])
    }
  })

  it('extends every code during logins and loses no login', async () => {
    const { ids, kamis, batch } = await make({ type: 'time', unit: 'day', amount: 1, count: 300 })
    const now = server.clock.now()
    const [replies, result] = await Promise.all([
      Promise.all(kamis.map((kami) => logIn(kami))),
      server.act('code_update', { ids, extend_seconds: DAY }),
    ])
    expect(replies.filter(({ code }) => code !== 200)).toEqual([])
    expect(result.done).toBe(300)
    for (const code of await listed({ batch })) {
      expect(code).toMatchObject({ markcode: 'PC-1', use_time: now, end_time: now + 2 * DAY })
    }
  })

  it.each([
    ['no target', { disabled: true }],
    ['two targets', { ids: [1], filter: {}, disabled: true }],
    ['no change', { ids: [1] }],
    ['two changes', { ids: [1], disabled: true, note: 'x' }],
    ['an extension by nothing', { ids: [1], extend_seconds: 0 }],
  ])('refuses %s', async (_, input) => {
    expect(await (await server.owner()).try('code_update', input)).toMatchObject({ code: 422 })
  })
})
