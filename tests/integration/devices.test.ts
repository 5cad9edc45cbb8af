import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ActionInput } from '../../src-server/contract/actions/index.ts'
import { TestServer } from '../support/test-server.ts'
import { addOperator } from './operators.ts'

const FOREVER = 4_102_243_200
/** A moment while the market is open. */
const WEDNESDAY_NOON = Date.parse('2023-11-22T12:00:00Z') / 1000
let server: TestServer
let app: number
let agent: number

beforeAll(async () => {
  server = await TestServer.start(WEDNESDAY_NOON)
  app = await server.application()
  agent = await addOperator(server, 'agent', 'agent')
})
afterAll(() => server.end())

const create = (account_key: string, fields: Partial<ActionInput<'device_create'>> = {}) =>
  server.act('device_create', { app, account_key, vip: FOREVER, ...fields })
const attempt = async (act: string, input: unknown) => (await server.owner()).try(act, input)
const read = (id: number) => server.act('device_get', { id })
const list = (input: ActionInput<'device_list'>) => server.act('device_list', input)

describe('device_create', () => {
  it('makes an account with defaults only', async () => {
    const device = await create(' 100 @ Broker-Live 2 ')
    expect(device).toEqual({
      id: device.id,
      app,
      account_key: '100@Broker-Live 2',
      label: '',
      license: '',
      buy_url: '',
      agent: null,
      vip: FOREVER,
      state: 'active',
      disabled: false,
      disable_reason: '',
      debug: false,
      note: '',
      tags: [],
      fields: {},
      // The usual limits, where neither a rule nor the application sets others.
      limits: { drawdown_critical: 20, drawdown_warning: 10, margin_critical: 150, margin_warning: 300 },
      telemetry: null,
      pause_open: false,
      pause_add: false,
      close_all: { state: 'none', asked_at: null, delivered_at: null, confirmed_at: null, repeats: 0 },
      terminals: [],
      messenger_open_id: '',
      created_at: server.clock.now(),
    })
    expect(await read(device.id)).toEqual({ ...device, commands: [] })
  })

  it('makes an account with every field', async () => {
    const fields = {
      label: 'VPS "1" \\',
      license: 'JDBG-1',
      buy_url: 'https://x.example',
      agent,
      disabled: true,
      disable_reason: 'R',
      debug: false,
    }
    expect(await create('101@A', fields)).toMatchObject({ ...fields, debug: true, state: 'disabled' })
  })

  it('makes an account once in an application in simultaneous calls, and again in another application', async () => {
    const input = { app, account_key: '102@A', vip: FOREVER }
    const replies = await Promise.all(Array.from({ length: 5 }, () => attempt('device_create', input)))
    expect(replies.map(({ code }) => code).sort()).toEqual([200, 409, 409, 409, 409])
    const other = await server.application()
    expect(await attempt('device_create', { ...input, app: other })).toMatchObject({ code: 200 })
    expect(await attempt('device_create', { ...input, account_key: '102@a' })).toMatchObject({ code: 200 })
  })

  it.each<[string, Record<string, unknown>]>([
    ['account_key', { account_key: 'no account' }],
    ['account_key', { account_key: '0@A' }],
    ['account_key', { account_key: 'x'.repeat(129) }],
    ['vip', { vip: -1 }],
    ['vip', { vip: '1' }],
    ['vip', { vip: 1e13 }],
    ['label', { label: 'x'.repeat(65) }],
    ['agent', { agent: 1 }],
    ['agent', { agent: 999 }],
    ['body', { pause_open: true }],
    ['body', { id: 5 }],
  ])('refuses a bad %s: %o', async (field, change) => {
    const reply = await attempt('device_create', { app, account_key: '103@A', vip: FOREVER, ...change })
    expect([reply.code, Object.keys(reply.fields ?? {})]).toEqual([422, [field]])
    expect(await list({ search: '103@A' })).toMatchObject({ total: 0 })
  })
})

describe('device_update', () => {
  it('changes the members it names, and the next call of the account gets them', async () => {
    const { id } = await create('110@A', { label: 'L', agent })
    const before = await read(id)
    const { commands: _, ...row } = before
    expect(await server.act('device_update', { id, vip: 5 })).toEqual({ ...row, vip: 5, state: 'expired' })
    expect(await server.api('mt5logon', app, { account_key: '110@A' })).toMatchObject({ code: 201, vip: 5 })
    await server.act('device_update', {
      id,
      vip: FOREVER,
      disabled: true,
      disable_reason: 'Why',
      agent: null,
    })
    expect(await server.api('mt5logon', app, { account_key: '110@A' })).toMatchObject({
      code: 114,
      msg: 'Why',
    })
    expect(await read(id)).toMatchObject({ label: 'L', agent: null, state: 'disabled' })
  })

  it('refuses unknown members and an unknown account', async () => {
    const { id } = await create('111@A')
    for (const change of [{ account_key: '1@B' }, { pause_open: true }, { messenger_open_id: 'ou_x' }]) {
      expect(await attempt('device_update', { id, ...change })).toMatchObject({ code: 422 })
    }
    expect(await attempt('device_update', { id, agent: 999 })).toMatchObject({
      code: 422,
      fields: { agent: 'unknown' },
    })
    expect(await attempt('device_update', { id: 99_999, vip: 1 })).toMatchObject({ code: 404 })
    expect(await attempt('device_get', { id: 99_999 })).toMatchObject({ code: 404 })
  })
})

describe('device_list', () => {
  let fleet: number
  const ids: number[] = []
  const pulse = (n: number) => server.api('mt5pulse', fleet, { account_key: `${n}@Fleet`, equity: n })

  beforeAll(async () => {
    fleet = await server.application()
    for (let n = 1; n <= 6; n++) {
      const fields = {
        app: fleet,
        label: n === 1 ? '100%' : `L${n}`,
        vip: n === 6 ? 1 : FOREVER - n,
        agent: n === 2 ? agent : null,
      }
      ids.push((await create(`${n}@Fleet`, fields)).id)
    }
    await server.act('device_update', { id: ids[4]!, disabled: true })
    // 1 is silent, 2 late, 3 live; the others never reported.
    await pulse(1)
    server.clock.pass(60)
    await pulse(2)
    server.clock.pass(30)
    await pulse(3)
  })
  const keys = async (input: ActionInput<'device_list'>) =>
    (await list({ ...input, filter: { app: fleet, ...input.filter } })).rows.map(({ account_key }) =>
      Number(account_key.split('@')[0]),
    )

  it.each([
    ['silent', [1]],
    ['late', [2]],
    ['live', [3]],
    ['never', [6, 5, 4]],
    ['closed', []],
  ] as const)('filters by health %s', async (health, expected) => {
    expect(await keys({ filter: { health } })).toEqual(expected)
  })

  it('filters by state and agent, alone and with health', async () => {
    expect(await keys({ filter: { state: 'active' } })).toEqual([4, 3, 2, 1])
    expect(await keys({ filter: { state: 'expired' } })).toEqual([6])
    expect(await keys({ filter: { state: 'disabled' } })).toEqual([5])
    expect(await keys({ filter: { agent } })).toEqual([2])
    expect(await keys({ filter: { health: 'never', state: 'disabled' } })).toEqual([5])
    expect(await keys({ filter: { health: 'live', agent } })).toEqual([])
  })

  it.each([undefined, 'never'] as const)(
    'sorts, pages and searches the same with and without health (%s)',
    async (health) => {
      const filter = health === undefined ? {} : { health }
      const all = await keys({ filter, sort: 'id' })
      expect(await keys({ filter })).toEqual([...all].reverse())
      expect(await keys({ filter, sort: 'account_key', desc: true })).toEqual([...all].reverse())
      expect(await keys({ filter, sort: 'vip', size: 1 })).toEqual([6])
      expect(await keys({ filter, sort: 'id', size: 2, page: 2 })).toEqual(all.slice(2, 4))
      expect(await list({ filter: { app: fleet, ...filter }, size: 1, page: 50 })).toMatchObject({
        rows: [],
        total: all.length,
      })
      expect(await keys({ filter, search: 'l5' })).toEqual([5])
      expect(await keys({ filter, search: '_' })).toEqual([])
      expect(await keys({ filter, search: '%' })).toEqual(health === undefined ? [1] : [])
    },
  )

  it('shows the last report of each account', async () => {
    const { rows } = await list({ filter: { app: fleet }, sort: 'id', size: 3 })
    expect(rows.map(({ telemetry }) => telemetry?.equity)).toEqual([1, 2, 3])
  })
})

describe('device_history', () => {
  it('refuses an invalid span and too many points', async () => {
    const { id } = await create('130@A')
    expect(await attempt('device_history', { id, from: 2, to: 1 })).toMatchObject({ code: 422 })
    expect(await attempt('device_history', { id, from: 1, to: 2, points: 2001 })).toMatchObject({ code: 422 })
    expect(await attempt('device_history', { id, from: 0, to: 9e15 })).toMatchObject({
      code: 200,
      msg: { rows: [] },
    })
    expect(await attempt('device_history', { id: 99_999, from: 1, to: 2 })).toMatchObject({ code: 404 })
  })
})
