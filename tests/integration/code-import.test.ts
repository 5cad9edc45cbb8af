import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ConsoleClient } from '../support/console-client.ts'
import { TestServer } from '../support/test-server.ts'
import { addOperator, signIn } from './operators.ts'

let server: TestServer
let developer: ConsoleClient
let app: number
/** In 2001. */
const LONG_AGO = 1_000_000_000

beforeAll(async () => {
  server = await TestServer.start()
  await addOperator(server, 'importer', 'developer')
  developer = await signIn(server, 'importer')
  app = (await developer.call('app_create', { name: 'Taken over' })).app
  await developer.call('app_update', { app, sign: false, window: 0 })
})
afterAll(() => server.end())

const take = (rows: unknown[], dry_run = false) => developer.call('code_import', { app, rows, dry_run })

async function stored(kami: string) {
  const { rows } = await developer.call('code_list', { filter: { app, kami } })
  return rows[0]
}

describe('an imported code keeps its state', () => {
  it('in every field', async () => {
    const now = server.clock.now()
    const { id: agent } = (await developer.call('agent_create', { name: 'import agent' })).agent
    const row = {
      kami: '老卡 *1',
      type: 'time',
      unit: 'month',
      amount: 2,
      markcode: '100@Broker-Live 2',
      ip: '2001:db8::1',
      use_time: now - 1000,
      end_time: now + 5000,
      unbinds: 2,
      last_unbind: now - 500,
      disabled: true,
      note: 'from the old server',
      agent,
    }
    expect(await take([row])).toMatchObject({ done: 1, skipped: [] })
    const { unit: _, amount: __, ip: ___, ...kept } = row
    expect(await stored(row.kami)).toMatchObject({
      ...kept,
      ip: '',
      ip6: '2001:db8:0:0',
      app,
      seconds: 2 * 2_592_000,
      left: null,
      state: 'disabled',
      account_key: '100@Broker-Live 2',
      created_at: now,
    })
  })

  it.each([
    ['permanent', { type: 'permanent', end_time: LONG_AGO }, { seconds: 0, left: null, end_time: null }],
    ['count by what is left', { type: 'count', amount: 10, left: 3 }, { left: 3, state: 'unused' }],
    ['count by its amount', { type: 'count', amount: 10 }, { left: 10 }],
    ['count used up', { type: 'count', left: 0 }, { left: 0, state: 'used_up' }],
    ['points', { type: 'points', amount: 7 }, { left: 7 }],
    ['VIP without an end', { type: 'vip' }, { seconds: 0, end_time: null }],
    ['VIP with a duration', { type: 'vip', unit: 'year' }, { seconds: 31_104_000 }],
    ['time, not used', { type: 'time', unit: 'day' }, { seconds: 86_400, use_time: null, end_time: null }],
    [
      'time, used, its end missing',
      { type: 'time', unit: 'day', use_time: LONG_AGO },
      { end_time: LONG_AGO + 86_400, state: 'expired' },
    ],
    [
      'time, known by its end',
      { type: 'time', use_time: LONG_AGO, end_time: LONG_AGO + 600 },
      { seconds: 600, end_time: LONG_AGO + 600 },
    ],
    ['an address without a machine', { type: 'permanent', ip: '192.0.2.1' }, { ip: '', markcode: '' }],
    [
      'null is absent',
      { type: 'permanent', markcode: null, note: null, agent: null },
      { markcode: '', agent: null },
    ],
  ])('keeps the state: %s', async (name, row, expected) => {
    const kami = `STATE ${name}`
    expect(await take([{ kami, ...row }])).toMatchObject({ done: 1, skipped: [] })
    expect(await stored(kami)).toMatchObject(expected)
  })

  it('logs its machine in as before, and refuses another machine', async () => {
    const end = server.clock.now() + 999
    await take([{ kami: 'MOVED', type: 'time', unit: 'day', markcode: 'OLD PC', use_time: 1, end_time: end }])
    expect(await server.api('kmlogon', app, { kami: 'MOVED', markcode: 'NEW' })).toMatchObject({ code: 150 })
    expect(await server.api('kmlogon', app, { kami: 'MOVED', markcode: 'OLD PC' })).toMatchObject({
      code: 200,
      msg: { kami: 'MOVED', vip: String(end) },
    })
  })
})

describe('skipped rows', () => {
  it('each have a number and a reason, and the other rows are taken', async () => {
    await take([{ kami: 'THERE', type: 'permanent' }])
    const { done, skipped } = await take([
      { kami: 'GOOD-1', type: 'permanent' },
      { kami: 'THERE', type: 'permanent' },
      { kami: 'GOOD-1', type: 'permanent' },
      { kami: '', type: 'permanent' },
      { kami: 'x'.repeat(65), type: 'permanent' },
      { kami: 'A\nB', type: 'permanent' },
      { kami: 'K1', type: 'member' },
      { kami: 'K2', type: 'time' },
      { kami: 'K3', type: 'time', unit: 'fortnight' },
      { kami: 'K4', type: 'time', unit: 'year', amount: 200 },
      { kami: 'K5', type: 'count' },
      { kami: 'K6', type: 'count', left: -1 },
      { kami: 'K7', type: 'permanent', agent: 1 },
      { kami: 'K8', type: 'permanent', nosuch: 1 },
      'no row',
      { kami: 'JDBG-1', type: 'permanent' },
      { kami: 'GOOD-2', type: 'permanent' },
    ])
    expect(done).toBe(2)
    expect(skipped.map(({ row }) => row)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15])
    const reason = (row: number) => skipped.find((each) => each.row === row)!.reason
    expect(reason(1)).toBe('exists')
    expect(reason(2)).toBe('kami: twice in this file')
    expect(reason(3)).toMatch(/^kami: /)
    expect(reason(6)).toMatch(/^type: /)
    expect(reason(7)).toBe('unit: required')
    expect(reason(8)).toMatch(/^unit: /)
    expect(reason(9)).toBe('amount: too long')
    expect(reason(10)).toBe('left: required')
    expect(reason(12)).toBe('agent: unknown')
    expect(reason(15)).toBe('JDBG- is reserved')
    expect(await stored('GOOD-1')).toBeDefined()
    expect(await stored('GOOD-2')).toBeDefined()
    expect(await stored('JDBG-1')).toBeUndefined()
  })

  it('the owner imports debug codes, and a login answers so', async () => {
    expect(
      await server.act('code_import', { app, rows: [{ kami: 'JDBG-9', type: 'permanent' }] }),
    ).toMatchObject({ done: 1, skipped: [] })
    expect(await server.api('kmlogon', app, { kami: 'JDBG-9', markcode: 'PC' })).toMatchObject({
      code: 200,
      msg: { debug: 1 },
    })
  })

  it('the same text in another application is a different code', async () => {
    const { app: other } = await developer.call('app_create', { name: 'Other' })
    expect(
      await developer.call('code_import', { app: other, rows: [{ kami: 'GOOD-1', type: 'permanent' }] }),
    ).toMatchObject({ done: 1 })
  })
})

describe('code_import as a whole', () => {
  it('answers the same in a dry run and stores nothing', async () => {
    const rows = [
      { kami: 'DRY-1', type: 'permanent' },
      { kami: 'GOOD-1', type: 'permanent' },
      { kami: 'DRY-2' },
    ]
    const dry = await take(rows, true)
    expect(dry).toMatchObject({ done: 1, skipped: [{ row: 1, reason: 'exists' }, { row: 2 }] })
    expect(await stored('DRY-1')).toBeUndefined()
    expect(await take(rows)).toMatchObject(dry)
    expect(await stored('DRY-1')).toBeDefined()
  })

  it('takes ten thousand rows, and none again when they are sent again', { timeout: 60_000 }, async () => {
    const rows = Array.from({ length: 10_000 }, (_, i) => ({ kami: `BULK-${i}`, type: 'count', left: i }))
    expect(await take(rows)).toMatchObject({ done: 10_000, skipped: [] })
    expect(await stored('BULK-9999')).toMatchObject({ left: 9999 })
    const again = await take(rows)
    expect(again.done).toBe(0)
    expect(again.skipped[9999]).toEqual({ row: 9999, reason: 'exists' })
  })

  it.each([[[]], [Array.from({ length: 10_001 }, () => ({}))]])(
    'answers 422 for no rows and for too many',
    async (rows) => {
      expect(await developer.try('code_import', { app, rows })).toMatchObject({ code: 422 })
    },
  )

  it('takes each code once in two simultaneous imports of the same codes', async () => {
    const rows = Array.from({ length: 700 }, (_, i) => ({ kami: `TWICE-${i}`, type: 'permanent' }))
    const results = await Promise.all([take(rows), take(rows)])
    expect(results[0].done + results[1].done).toBe(700)
    expect(await developer.call('code_list', { filter: { app }, search: 'TWICE-' })).toMatchObject({
      total: 700,
    })
  })
})
