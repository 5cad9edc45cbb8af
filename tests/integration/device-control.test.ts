import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ActionInput } from '../../src-server/contract/actions/index.ts'
import { TestServer } from '../support/test-server.ts'
import { EventStream } from './event-stream.ts'

const FOREVER = 4_102_243_200
let server: TestServer
let app: number

beforeAll(async () => {
  server = await TestServer.start()
  app = await server.application()
})
afterAll(() => server.end())

const create = (account_key: string, fields: Partial<ActionInput<'device_create'>> = {}) =>
  server.act('device_create', { app, account_key, vip: FOREVER, ...fields })
const attempt = async (act: string, input: unknown) => (await server.owner()).try(act, input)
const read = (id: number) => server.act('device_get', { id })

describe('device_control', () => {
  it('takes each id once and gives a reason for each skipped one', async () => {
    const [a, b] = [(await create('120@A')).id, (await create('121@A')).id]
    await server.act('device_control', { ids: [b], close_all: true })
    const reply = await server.act('device_control', {
      ids: [a, b, a, 99_999],
      close_all: true,
      pause_add: true,
    })
    expect(reply).toEqual({
      done: 1,
      skipped: [
        { id: b, reason: 'already asked' },
        { id: 99_999, reason: 'unknown' },
      ],
    })
    expect((await read(a)).commands).toHaveLength(1)
    expect(await read(b)).toMatchObject({ pause_add: true, pause_open: false })
    const back = await server.act('device_control', { ids: [a, b], close_all: false })
    expect(back).toEqual({ done: 2, skipped: [] })
    expect(await server.act('device_control', { ids: [a], close_all: false })).toEqual({
      done: 0,
      skipped: [{ id: a, reason: 'nothing to take back' }],
    })
  })

  it('asks each account once, however many ask at once', async () => {
    const alike = await server.application()
    const rows = Array.from({ length: 30 }, (_, n) => ({ account_key: `${n + 1}@Twice`, vip: FOREVER }))
    await server.act('device_import', { app: alike, rows })
    const order = { filter: { app: alike }, close_all: true, pause_open: true }
    const replies = await Promise.all([1, 2, 3].map(() => server.act('device_control', order)))
    const done = replies.map((reply) => reply.done ?? NaN)
    expect(done.reduce((sum, one) => sum + one)).toBe(30)
    expect(replies.flatMap(({ skipped }) => skipped ?? [])).toHaveLength(60)
    const devices = (await server.act('device_list', { filter: { app: alike }, size: 50 })).rows
    expect(devices.map(({ close_all: close, pause_open: paused }) => [close.state, paused])).toEqual(
      rows.map(() => ['asked', true]),
    )
    expect((await read(devices[0]!.id)).commands).toHaveLength(1)
    // Each account has a row of its own for its switch, and one for its command.
    const log = await server.act('audit_list', {
      filter: { app: alike, action: 'device_control' },
      size: 100,
    })
    expect(log.total).toBe(60)
  })

  it('takes a filter and reaches nothing outside it', async () => {
    const inside = await server.application()
    const made = [await create('1@I', { app: inside }), await create('2@I', { app: inside, disabled: true })]
    const outside = await create('122@A')
    expect(
      await server.act('device_control', { filter: { app: inside, state: 'active' }, pause_open: true }),
    ).toEqual({ done: 1, skipped: [] })
    expect(await read(made[0]!.id)).toMatchObject({ pause_open: true })
    expect(await read(made[1]!.id)).toMatchObject({ pause_open: false })
    expect(await read(outside.id)).toMatchObject({ pause_open: false })
  })

  it.each([
    {},
    { ids: [1], filter: {} },
    { ids: [] },
    { ids: ['1'] },
    { ids: [1], close_all: 'yes' },
    { ids: [1], reason: 'x'.repeat(256) },
  ])('refuses %o', async (input) => {
    expect(await attempt('device_control', { pause_open: true, ...input })).toMatchObject({ code: 422 })
  })

  it('runs as a job over 500 accounts and reports each once', async () => {
    const many = await server.application()
    await server.store.write(
      async (unit) => {
        const { id: _, ...like } = (await unit.devices.find(app, '120@A'))!
        for (let n = 1; n <= 520; n++)
          await unit.devices.insert({ ...like, appId: many, accountKey: `${n}@Many` })
      },
      { durable: true },
    )
    await server.close()
    await server.open()
    const owner = await server.owner()
    const stream = await EventStream.open(owner.url, owner.cookie)
    const reply = await server.act('device_control', {
      filter: { app: many },
      close_all: true,
      reason: 'news',
    })
    expect(Object.keys(reply)).toEqual(['job'])
    await stream.next('job', ({ id, state }) => id === reply.job && state === 'done')
    expect(stream.of('job').at(-1)).toEqual({
      id: reply.job,
      kind: 'device_control',
      done: 520,
      total: 520,
      state: 'done',
    })
    expect(new Set(stream.of('command').map(({ device }) => device)).size).toBe(520)
    const accounts = [1, 260, 520].map((n) => ({ account_key: `${n}@Many`, positions: 1 }))
    for (const params of accounts)
      expect(await server.api('mt5pulse', many, params)).toMatchObject({ close_all: 1 })
    for (const params of accounts)
      expect(await server.api('mt5pulse', many, params)).toMatchObject({ close_all: 0 })
    stream.close()
  })
})
