import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ActionInput } from '../../src-server/contract/actions/index.ts'
import { TestServer } from '../support/test-server.ts'
import { auditRows } from './audit-rows.ts'
import { addOperator, signIn } from './operators.ts'

const FOREVER = 4_102_243_200
let server: TestServer
let app: number
let agent: number

beforeAll(async () => {
  server = await TestServer.start()
  app = await server.application()
  agent = await addOperator(server, 'agent', 'agent')
})
afterAll(() => server.end())

const bring = (rows: unknown[], rest: Partial<ActionInput<'device_import'>> = {}) =>
  server.act('device_import', { app, rows, ...rest })
const attempt = async (name: string, input: unknown) => (await server.owner()).try(name, input)
const total = async (at = app) => (await server.act('device_list', { filter: { app: at } })).total
const find = async (key: string) => (await server.act('device_list', { search: key })).rows[0]

describe('device_import', () => {
  it('takes the valid lines and gives a reason for each other line', async () => {
    const rows = [
      { account_key: ' 1 @ Import', vip: FOREVER, label: 'One', agent, note: 'N', license: 'L' },
      {
        account_key: '2@Import',
        vip: 1_000_000_000,
        disabled: true,
        disable_reason: 'R',
        buy_url: 'https://x.example',
      },
      { account_key: 'nonsense', vip: FOREVER },
      { account_key: '1@Import', vip: FOREVER },
      { account_key: '5@Import' },
      { account_key: '6@Import', vip: FOREVER, agent: 999 },
      { account_key: '7@Import', vip: 'soon' },
      { account_key: '8@Import', vip: 1, pause_open: true },
    ]
    const dry = await bring(rows, { dry_run: true })
    expect(dry).toMatchObject({ done: 2, updated: 0 })
    expect(dry.skipped.slice(0, 4)).toEqual([
      { row: 2, reason: 'account_key: <trading account>@<server>' },
      { row: 3, reason: 'account_key: twice in this file' },
      { row: 4, reason: 'vip: required' },
      { row: 5, reason: 'agent: unknown' },
    ])
    expect(dry.skipped.map(({ row }) => row)).toEqual([2, 3, 4, 5, 6, 7])
    expect(await total()).toBe(0)
    expect(await bring(rows)).toMatchObject(dry)
    expect(await total()).toBe(2)
    expect(await find('1@Import')).toMatchObject({
      label: 'One',
      agent,
      note: 'N',
      license: 'L',
      vip: FOREVER,
    })
    expect(await server.api('mt5logon', app, { account_key: '1@Import' })).toMatchObject({ code: 200 })
    expect(await server.api('mt5logon', app, { account_key: '2@Import' })).toMatchObject({
      code: 114,
      msg: 'R',
    })
  })

  it('leaves existing accounts unchanged, or sets the members that the line names', async () => {
    await bring([{ account_key: '20@Import', vip: 1_000_000_000, label: 'Before', note: 'Kept' }])
    const rows = [
      { account_key: '20@Import', vip: FOREVER, label: 'After' },
      { account_key: '21@Import', vip: FOREVER },
    ]
    const file = { existing: 'update' as const }
    expect(await bring(rows, { dry_run: true })).toMatchObject({
      done: 1,
      updated: 0,
      skipped: [{ row: 0, reason: 'exists' }],
    })
    expect(await bring(rows, { ...file, dry_run: true })).toMatchObject({
      done: 2,
      updated: 1,
      skipped: [],
      same_number: [],
    })
    expect(await bring(rows, file)).toMatchObject({ done: 2, updated: 1, skipped: [], same_number: [] })
    expect(await find('20@Import')).toMatchObject({ vip: FOREVER, label: 'After', note: 'Kept' })
    expect(await server.api('mt5logon', app, { account_key: '20@Import' })).toMatchObject({ code: 200 })
  })

  it('makes each account once when the same file comes twice at once', async () => {
    const rows = Array.from({ length: 50 }, (_, n) => ({ account_key: `${n + 1}@Twice`, vip: FOREVER }))
    const before = await total()
    const answers = await Promise.all([bring(rows), bring(rows)])
    expect(answers[0].done + answers[1].done).toBe(50)
    expect(await total()).toBe(before + 50)
  })

  it('writes one audit row for each unit of work', async () => {
    const other = await server.application()
    const rows = Array.from({ length: 700 }, (_, n) => ({ account_key: `${n + 1}@Log`, vip: FOREVER }))
    await bring(rows, { app: other })
    const logged = (await auditRows(server, 'device_import')).filter((row) => row.appId === other)
    expect(logged.map((row) => row.after?.['count'])).toEqual([500, 200])
    expect(logged[0]!.after).toMatchObject({ existing: 'skip' })
    expect(logged[0]!.after?.['accounts']).toHaveLength(100)
  })

  it('refuses an unknown application', async () => {
    expect(await attempt('device_import', { app: 1, rows: [{}] })).toMatchObject({ code: 404 })
    expect(await attempt('device_import', { app, rows: [] })).toMatchObject({ code: 422 })
  })
})

describe('device_export', () => {
  async function exported(input: ActionInput<'device_export'>, client = server.owner()) {
    let text = ''
    for (let pieces = 1, after: number | undefined; ; pieces++) {
      const piece = await (
        await client
      ).call('device_export', { ...input, ...(after === undefined ? {} : { after }) })
      text += piece.text
      if (piece.next === null) return { text, pieces }
      after = piece.next
    }
  }

  it('has the authorization and the last report, and no formula', async () => {
    const other = await server.application()
    const key = '1@Export'
    await server.act('device_create', {
      app: other,
      account_key: key,
      vip: FOREVER,
      label: '=cmd|x',
      note: 'A, "B"',
      agent,
    })
    await server.api('mt5pulse', other, {
      account_key: key,
      equity: '10.5',
      balance: 11,
      dd: -5,
      buy_pos: 2,
      sell_pos: 0,
    })
    const at = new Date(server.clock.nowMs()).toISOString()
    const { text } = await exported({ filter: { app: other } })
    const [header, line] = text.replace('\uFEFF', '').split('\r\n')
    expect(header).toBe(
      'account_key,app,label,license,agent,vip,ends,state,disabled,disable_reason,buy_url,note,tags,last_pulse,' +
        'equity,balance,drawdown,positions,pause_open,pause_add,created',
    )
    expect(line).toBe(
      `${key},${other},'=cmd|x,,${agent},${FOREVER},2099-12-29T16:00:00.000Z,active,false,,,"A, ""B""",,${at},` +
        `10.5,11,5,2,false,false,${at}`,
    )
  })

  it("holds what the list shows, in pieces that join, and only the agent's own for an agent", async () => {
    const many = await server.application()
    const rows = Array.from({ length: 4100 }, (_, n) => ({
      account_key: `${n + 1}@Pieces`,
      vip: n < 4050 ? FOREVER : 1,
      ...(n === 7 && { agent }),
    }))
    await bring(rows, { app: many })
    const { text, pieces } = await exported({ format: 'json', filter: { app: many, state: 'active' } })
    expect(pieces).toBe(3)
    const keys = (JSON.parse(text) as { account_key: string }[]).map(({ account_key }) => account_key)
    expect(keys).toEqual(Array.from({ length: 4050 }, (_, n) => `${n + 1}@Pieces`))
    const own = await exported({ format: 'json', filter: { app: many } }, signIn(server, 'agent'))
    expect((JSON.parse(own.text) as { account_key: string }[]).map(({ account_key }) => account_key)).toEqual(
      ['8@Pieces'],
    )
  })
})
