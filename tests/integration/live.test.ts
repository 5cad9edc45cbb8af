import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { ConsoleClient } from '../support/console-client.ts'
import { TestServer } from '../support/test-server.ts'
import { until } from '../support/until.ts'
import { EventStream } from './event-stream.ts'
import { addOperator, signIn } from './operators.ts'

const FOREVER = 4_102_243_200
let server: TestServer
let owner: ConsoleClient
let app: number
const open: EventStream[] = []

beforeAll(async () => {
  server = await TestServer.start()
  owner = await server.owner()
  app = await server.application()
})
afterEach(() => {
  for (const stream of open.splice(0)) stream.close()
})
afterAll(() => server.end())

async function listen(as = owner, lastEventId?: string): Promise<EventStream> {
  const stream = await EventStream.open(as.url, as.cookie, lastEventId)
  open.push(stream)
  return stream
}
const device = (account_key: string, agent?: number, of = app) =>
  server.act('device_create', {
    app: of,
    account_key,
    vip: FOREVER,
    ...(agent === undefined ? {} : { agent }),
  })
const pulse = (account_key: string, equity: number, of = app) =>
  server.api('mt5pulse', of, { account_key, equity, positions: 1 })
const seen = (stream: EventStream, id: number) =>
  stream.of('devices').flatMap(({ rows }) => rows.filter((row) => row.id === id))

describe('the live stream', () => {
  it('needs the session: answers 401 without a cookie, with a wrong one, and after logout', async () => {
    for (const cookie of ['', `sid=${'x'.repeat(43)}`]) {
      expect(await EventStream.open(owner.url, cookie)).toMatchObject({ status: 401, events: [] })
    }
    await addOperator(server, 'leaver', 'developer')
    const leaver = await signIn(server, 'leaver')
    await leaver.call('logout', {})
    expect(await EventStream.open(leaver.url, leaver.cookie)).toMatchObject({ status: 401 })
  })

  it('is an uncached event stream and starts with an id', async () => {
    const stream = await listen()
    expect(stream.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
    })
    await until(() => stream.events.length > 0, 'the hello')
    expect(stream.events[0]).toMatchObject({ event: 'hello', id: expect.stringMatching(/./) as string })
  })

  it('sends a new account whole, then its changes, the latest of each quarter second', async () => {
    const stream = await listen()
    const { id } = await device('1@A')
    await stream.next('devices', ({ rows }) => rows.some((row) => row.id === id && row.account_key === '1@A'))
    for (let equity = 1; equity <= 50; equity++) await pulse('1@A', equity)
    await stream.next('devices', ({ rows }) =>
      rows.some((row) => row.id === id && row.telemetry?.equity === 50),
    )
    const equities = seen(stream, id).flatMap((row) => row.telemetry?.equity ?? [])
    expect(equities).toEqual([...equities].sort((a, b) => a - b))
    for (const { rows } of stream.of('devices'))
      expect(new Set(rows.map((row) => row.id)).size).toBe(rows.length)
  })

  it('sends a command through its life', async () => {
    const { id } = await device('2@A')
    const stream = await listen()
    await server.act('device_control', { ids: [id], close_all: true, reason: 'news' })
    await pulse('2@A', 1)
    await server.api('mt5pulse', app, { account_key: '2@A', positions: 0 })
    await stream.next('command', ({ state }) => state === 'confirmed')
    expect(stream.of('command').map(({ device, state, reason }) => [device, state, reason])).toEqual(
      ['asked', 'delivered', 'confirmed'].map((state) => [id, state, 'news']),
    )
    await stream.next('devices', ({ rows }) =>
      rows.some((row) => row.id === id && row.close_all?.state === 'confirmed'),
    )
  })

  it("sends the server's state", async () => {
    const stream = await listen()
    server.clock.pass(5)
    const state = await stream.next('server', ({ now }) => now === server.clock.now())
    expect(state).toMatchObject({
      now: server.clock.now(),
      started_at: expect.any(Number) as number,
      version: 'test',
    })
    expect(state.connections).toBeGreaterThan(0)
    expect(state.database).toBeGreaterThan(0)
    expect(stream.events.find(({ event }) => event === 'server')?.id).toBeUndefined()
  })
})

describe('a reader that returns', () => {
  it('continues after the last id without loss or doubles', async () => {
    const { id } = await device('10@A')
    const whole = await listen()
    const first = await listen()
    const pulses = async (from: number, to: number) => {
      for (let equity = from; equity <= to; equity++) {
        await pulse('10@A', equity)
        await whole.next('devices', ({ rows }) =>
          rows.some((row) => row.id === id && row.telemetry?.equity === equity),
        )
      }
    }
    await pulses(1, 2)
    await until(() => first.lastId === whole.lastId, 'both to be level')
    const cut = first.lastId
    first.close()
    await pulses(3, 4)
    const second = await listen(owner, cut)
    await pulses(5, 5)
    await until(() => second.lastId === whole.lastId, 'both to be level again')
    const numbered = (stream: EventStream) =>
      stream.events.filter((event) => event.id !== undefined && event.event !== 'hello')
    // The whole list may have come before the account's own event, and the first list after it.
    const all = numbered(whole)
    const begin = all.findIndex((event) => event.id === numbered(first)[0]?.id)
    expect([...numbered(first), ...numbered(second)]).toEqual(all.slice(begin))
  })

  it.each(['nonsense', '0-0', 'kq1-999999'])(
    'with the unknown id %j gets a reset, then the events',
    async (id) => {
      const stream = await listen(owner, id)
      await until(() => stream.events.length > 0, 'the reset')
      expect(stream.events[0]).toMatchObject({ event: 'reset', data: {} })
      const made = await device(`${11 + ['nonsense', '0-0', 'kq1-999999'].indexOf(id)}@A`)
      await stream.next('devices', ({ rows }) => rows.some((row) => row.id === made.id))
    },
  )

  it('with an id from before a restart gets a reset', async () => {
    const stream = await listen()
    await until(() => stream.lastId !== undefined, 'an id')
    stream.close()
    server.clock.pass(1)
    await server.close()
    await server.open()
    owner = await server.owner()
    const back = await listen(owner, stream.lastId)
    await until(() => back.events.length > 0, 'the reset')
    expect(back.events[0]).toMatchObject({ event: 'reset' })
  })
})

it("sees only the reader's own accounts", async () => {
  const agentId = await addOperator(server, 'agent', 'agent')
  await addOperator(server, 'developer', 'developer')
  const [agent, developer] = [await signIn(server, 'agent'), await signIn(server, 'developer')]
  const { app: own } = await developer.call('app_create', { name: 'Own' })
  await developer.call('app_update', { app: own, sign: false, window: 0, mt5: { enabled: true } })
  const [all, theirs, mine] = [await listen(), await listen(agent), await listen(developer)]
  const foreign = await device('20@A')
  const sold = await device('21@A', agentId)
  const made = await device('22@A', undefined, own)
  for (const [key, of] of [
    ['20@A', app],
    ['21@A', app],
    ['22@A', own],
  ] as const)
    await pulse(key, 7, of)
  await server.act('device_control', { ids: [foreign.id, sold.id, made.id], close_all: true })
  const ids = [foreign.id, sold.id, made.id]
  for (const id of ids)
    await all.next('devices', ({ rows }) =>
      rows.some((row) => row.id === id && row.close_all?.state === 'asked'),
    )
  const known = (stream: EventStream) => {
    const rows = stream.of('devices').flatMap((event) => event.rows.map(({ id }) => id))
    return [...new Set([...rows, ...stream.of('command').map((command) => command.device)])].sort(
      (a, b) => a - b,
    )
  }
  expect(known(all)).toEqual(ids)
  await until(() => theirs.of('command').length > 0 && mine.of('command').length > 0, 'the commands')
  expect(known(theirs)).toEqual([sold.id])
  expect(known(mine)).toEqual([made.id])
})
