import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ActionInput } from '../../src-server/contract/actions/index.ts'
import { TestServer } from '../support/test-server.ts'
import { EventStream } from './event-stream.ts'
import { addOperator, changeDatabase } from './operators.ts'

type Order = Partial<ActionInput<'code_generate'>>
let server: TestServer
let app: number
let agent: number

beforeAll(async () => {
  server = await TestServer.start()
  app = await server.application()
  agent = await addOperator(server, 'agent', 'agent')
})
afterAll(() => server.end())

const order = (change: Order): ActionInput<'code_generate'> => ({
  app,
  type: 'permanent',
  count: 1,
  ...change,
})
const generate = (change: Order) => server.act('code_generate', order(change))
const tryGenerate = async (change: Record<string, unknown>) =>
  (await server.owner()).try('code_generate', { ...order({}), ...change })
const list = (input: ActionInput<'code_list'>) => server.act('code_list', input)

describe('code_generate', () => {
  it.each<[string, Order, { seconds: number; left: number | null }]>([
    ['time', { type: 'time', unit: 'day', amount: 3 }, { seconds: 259_200, left: null }],
    ['time, one unit', { type: 'time', unit: 'month' }, { seconds: 2_592_000, left: null }],
    ['hour', { type: 'time', unit: 'hour' }, { seconds: 3600, left: null }],
    ['week', { type: 'time', unit: 'week' }, { seconds: 604_800, left: null }],
    ['season', { type: 'time', unit: 'season' }, { seconds: 7_776_000, left: null }],
    ['half-year', { type: 'time', unit: 'half-year' }, { seconds: 15_552_000, left: null }],
    ['year', { type: 'time', unit: 'year' }, { seconds: 31_104_000, left: null }],
    ['any seconds', { type: 'time', unit: 'second', amount: 90 }, { seconds: 90, left: null }],
    ['permanent', { type: 'permanent' }, { seconds: 0, left: null }],
    ['VIP for ever', { type: 'vip' }, { seconds: 0, left: null }],
    ['VIP that ends', { type: 'vip', unit: 'year', amount: 1 }, { seconds: 31_104_000, left: null }],
    ['count', { type: 'count', amount: 10 }, { seconds: 0, left: 10 }],
    ['points', { type: 'points', amount: 7 }, { seconds: 0, left: 7 }],
  ])('generates %s', async (_, change, worth) => {
    const { kamis, batch, job } = await generate({ ...change, note: 'shop', agent })
    expect(job).toBeUndefined()
    const { rows, total } = await list({ filter: { batch } })
    expect(total).toBe(1)
    expect(rows[0]).toMatchObject({
      ...worth,
      kami: kamis[0],
      app,
      type: change.type,
      state: 'unused',
      note: 'shop',
      agent,
      batch,
      markcode: '',
      use_time: null,
      end_time: null,
      created_at: server.clock.now(),
    })
  })

  it('draws 20 characters without look-alikes, never the same code twice', async () => {
    const { kamis } = await generate({ count: 500 })
    expect(new Set(kamis).size).toBe(500)
    for (const kami of kamis) expect(kami).toMatch(/^[2-9A-HJ-NP-Z]{20}$/)
    const used = new Set(kamis.join(''))
    expect(used.size).toBe(32)
  })

  it('uses the given prefix, length and alphabet', async () => {
    const { kamis } = await generate({ prefix: 'GOLD-', length: 59, alphabet: '01', count: 3 })
    for (const kami of kamis) expect(kami).toMatch(/^GOLD-[01]{59}$/)
  })

  it('generates no debug code, whatever the prefix and the alphabet are', async () => {
    const { kamis } = await generate({ prefix: 'JDBG', alphabet: '-X', length: 40, count: 100 })
    for (const kami of kamis) expect(kami).toMatch(/^JDBGX/)
  })

  it.each<[string, Record<string, unknown>]>([
    ['prefix', { prefix: 'JDBG-' }],
    ['prefix', { prefix: 'JDBG-SALE' }],
    ['prefix', { prefix: 'with blank' }],
    ['prefix', { prefix: '中' }],
    ['prefix', { prefix: 'x'.repeat(33) }],
    ['length', { length: 65 }],
    ['length', { length: 7 }],
    ['length', { prefix: 'x'.repeat(32), length: 33 }],
    ['length', { length: 8, alphabet: '0123456789' }],
    ['alphabet', { alphabet: 'A' }],
    ['alphabet', { alphabet: 'ABCA', length: 64 }],
    ['count', { count: 0 }],
    ['count', { count: 100_001 }],
    ['count', { count: 1.5 }],
    ['type', { type: 'gift' }],
    ['unit', { type: 'time' }],
    ['unit', { type: 'time', unit: 'fortnight' }],
    ['amount', { type: 'time', unit: 'year', amount: 999_999 }],
    ['amount', { type: 'count' }],
    ['amount', { type: 'count', amount: 0 }],
    ['amount', { type: 'count', amount: 1_000_000_000 }],
    ['amount', { type: 'points' }],
    ['note', { note: 'x'.repeat(256) }],
    ['agent', { agent: 1 }],
    ['agent', { agent: 999 }],
  ])('refuses a bad %s: %o', async (field, change) => {
    const before = await list({ size: 1 })
    const reply = await tryGenerate(change)
    expect(reply).toMatchObject({ code: 422 })
    expect(Object.keys(reply.fields!)).toEqual([field])
    expect((await list({ size: 1 })).total).toBe(before.total)
  })

  it('answers 404 for an unknown application', async () => {
    expect(await tryGenerate({ app: 1 })).toMatchObject({ code: 404 })
  })

  it('makes 500 codes at once, and 501 as a job whose progress the live stream reports', async () => {
    const owner = await server.owner()
    const stream = await EventStream.open(owner.url, owner.cookie)
    expect((await generate({ count: 500 })).kamis).toHaveLength(500)
    const { job, kamis, batch } = await generate({ count: 1201 })
    expect(job).toEqual(expect.any(String))
    expect(kamis).toEqual([])
    await stream.next('job', ({ id, state }) => id === job && state === 'done')
    expect(stream.of('job')).toEqual(
      [
        [500, 'running'],
        [1000, 'running'],
        [1201, 'running'],
        [1201, 'done'],
      ].map(([done, state]) => ({ id: job, kind: 'code_generate', done, total: 1201, state })),
    )
    expect((await list({ filter: { batch }, size: 1 })).total).toBe(1201)
    stream.close()
  })
})

describe('code_list', () => {
  let shop: number
  let marked: string[]

  beforeAll(async () => {
    shop = await server.application()
    marked = []
    for (const note of ['50% off', '50 off', 'a_b', 'a\\b', "O'Hara 🙂"]) {
      marked.push(
        (await server.act('code_generate', { app: shop, type: 'permanent', count: 1, note })).kamis[0]!,
      )
      server.clock.pass(1)
    }
  })
  const notes = async (input: ActionInput<'code_list'>) =>
    (await list({ ...input, filter: { app: shop, ...input.filter } })).rows.map(({ note }) => note)

  it('searches code, note and machine, and takes % and _ literally', async () => {
    expect(await notes({ search: '50' })).toEqual(['50 off', '50% off'])
    expect(await notes({ search: '%' })).toEqual(['50% off'])
    expect(await notes({ search: '_' })).toEqual(['a_b'])
    expect(await notes({ search: '\\' })).toEqual(['a\\b'])
    expect(await notes({ search: "O'Hara 🙂" })).toEqual(["O'Hara 🙂"])
    expect(await notes({ search: marked[1]!.slice(2, 12) })).toEqual(['50 off'])
    await server.api('kmlogon', shop, { kami: marked[2]!, markcode: 'PC%1' })
    expect(await notes({ search: 'pc%' })).toEqual(['a_b'])
    expect(await notes({ search: "' OR 1=1 --" })).toEqual([])
  })

  it('sorts the newest first or as asked, and pages', async () => {
    expect(await notes({})).toEqual(["O'Hara 🙂", 'a\\b', 'a_b', '50 off', '50% off'])
    expect(await notes({ sort: 'created_at', size: 2 })).toEqual(['50% off', '50 off'])
    expect(await notes({ sort: 'id', desc: true, size: 2, page: 2 })).toEqual(['a_b', '50 off'])
    const kamis = (await list({ filter: { app: shop }, sort: 'kami' })).rows.map(({ kami }) => kami)
    expect(kamis).toEqual([...marked].sort())
  })

  it('finds one code exactly, by case', async () => {
    expect(await notes({ filter: { kami: marked[0]! } })).toEqual(['50% off'])
    expect(await notes({ filter: { kami: marked[0]!.toLowerCase() } })).toEqual([])
  })

  it('gives each code one state, which is the state that the filter matches', async () => {
    const states = await server.application()
    const make = async (order: Omit<ActionInput<'code_generate'>, 'app' | 'count'>, logIn = true) => {
      const kami = await server.code({ app: states, ...order })
      if (logIn) await server.api('kmlogon', states, { kami, markcode: 'PC' })
      return kami
    }
    const expected = {
      unused: await make({ type: 'permanent' }, false),
      in_use: await make({ type: 'time', unit: 'year' }),
      expired: await make({ type: 'time', unit: 'second', amount: 5 }),
      used_up: await make({ type: 'count', amount: 1 }),
      disabled: await make({ type: 'permanent' }),
      recycled: await make({ type: 'permanent' }),
    }
    server.clock.pass(5)
    changeDatabase(server, 'UPDATE codes SET disabled = true WHERE kami = ?', expected.disabled)
    changeDatabase(server, 'UPDATE codes SET recycled_at = 1 WHERE kami = ?', expected.recycled)
    for (const state of ['unused', 'in_use', 'expired', 'used_up', 'disabled', 'recycled'] as const) {
      const { rows, total } = await list({ filter: { app: states, state } })
      expect([total, rows[0]?.kami, rows[0]?.state]).toEqual([1, expected[state], state])
    }
    const { rows } = await list({ filter: { app: states } })
    expect(rows.map(({ state }) => state).sort()).toEqual([
      'disabled',
      'expired',
      'in_use',
      'unused',
      'used_up',
    ])
  })

  it('filters by type and agent', async () => {
    const mixed = await server.application()
    await server.code({ app: mixed, type: 'permanent', agent })
    await server.code({ app: mixed, type: 'count', amount: 1 })
    expect((await list({ filter: { app: mixed, type: 'count' } })).rows).toMatchObject([
      { type: 'count', agent: null },
    ])
    expect((await list({ filter: { app: mixed, agent } })).rows).toMatchObject([{ type: 'permanent', agent }])
  })
})
