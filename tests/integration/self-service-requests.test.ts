import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AcceptedRequest, SelfServiceAction } from '../../src-server/contract/self-service.ts'
import { trustOwnHeaders, visit, type Visit } from '../support/self-service-client.ts'
import { START, TestServer } from '../support/test-server.ts'
import { addOperator } from './operators.ts'

/** Customers make, follow and withdraw requests at ajax.php. requests.test.ts covers what happens to them. */
let server: TestServer
let app: number
let card: string

const DAY = 86_400
const words = { contact: 'someone@example.com', reason: 'A new computer' }
let made = 0

beforeAll(async () => {
  server = await TestServer.start()
  await trustOwnHeaders(server)
  await server.act('settings_set', { after_sales: { expire_days: 3, service_hours: 12 } })
})
afterAll(() => server.end())
beforeEach(async () => {
  app = await server.application()
  card = await bound({})
})

const ask = (act: SelfServiceAction, params: Readonly<Record<string, string>> = {}, how: Visit = {}) =>
  visit(server, act, params, how)

async function bound(row: Record<string, unknown>, at = app): Promise<string> {
  const kami = `BOUND-${++made}-ABCDEF`
  const rows = [{ kami, type: 'permanent' as const, markcode: 'MACHINE-0001', use_time: START, ...row }]
  await server.act('code_import', { app: at, rows })
  return kami
}

async function accepted(
  act: 'unbind_km' | 'request_device_rebind',
  params: Readonly<Record<string, string>>,
): Promise<AcceptedRequest> {
  const reply = await ask(act, params)
  expect(reply).toMatchObject({ code: 200 })
  return reply.msg as AcceptedRequest
}

const status = async (request: string) => (await ask('request_status', { request })).msg

describe('unbind_km', () => {
  it('makes a request, and the code stays bound', async () => {
    const { request_id, ...rest } = await accepted('unbind_km', {
      card,
      ...words,
      old_machine: 'PC',
      description: 'One\r\nTwo',
    })
    expect(request_id).toMatch(/^[2-9A-HJ-NP-Z]{4}(?:-[2-9A-HJ-NP-Z]{4}){2}$/)
    expect(rest).toEqual({ state: 'pending', expires_at: server.clock.now() + 3 * DAY, service_hours: 12 })
    const { rows } = await server.act('code_list', { filter: { kami: card } })
    expect(rows[0]).toMatchObject({ markcode: 'MACHINE-0001', unbinds: 0 })
    expect((await ask('query_km', { card })).msg).toMatchObject({ open_request: true })
    const { rows: queue } = await server.act('auth_request_list', { filter: { app } })
    expect(queue).toMatchObject([
      {
        kind: 'unbind',
        state: 'pending',
        subject: card,
        old_machine: 'PC',
        description: 'One\nTwo',
        ...words,
      },
    ])
  })

  it('answers the same request when the same customer repeats it', async () => {
    const first = await accepted('unbind_km', { card, ...words })
    const again = await accepted('unbind_km', { card, contact: ' SomeOne@example.com', reason: 'Please' })
    expect(again).toEqual(first)
    expect((await server.act('auth_request_list', { filter: { app } })).rows).toHaveLength(1)
  })

  it('makes one request in five simultaneous calls', async () => {
    const replies = await Promise.all(Array.from({ length: 5 }, () => ask('unbind_km', { card, ...words })))
    expect(new Set(replies.map(({ msg }) => (msg as AcceptedRequest).request_id)).size).toBe(1)
    expect((await server.act('auth_request_list', { filter: { app } })).rows).toHaveLength(1)
  })

  it('tells another contact that one is open, without its data', async () => {
    const { request_id } = await accepted('unbind_km', { card, ...words })
    const reply = await ask('unbind_km', { card, ...words, contact: 'thief@example.com' })
    expect(reply).toMatchObject({ code: 168, msg: '该卡密或账户已有待处理的申请' })
    expect(reply.text).not.toContain(request_id)
    expect(reply.text).not.toContain('someone')
  })

  it('makes another request after the first one ended', async () => {
    const { request_id } = await accepted('unbind_km', { card, ...words })
    await ask('request_withdraw', { request: request_id })
    const { request_id: next } = await accepted('unbind_km', { card, ...words })
    expect(next).not.toBe(request_id)
  })

  it.each([
    ['never used', { use_time: undefined, markcode: undefined }, 202, '全新卡密,无需解绑'],
    ['VIP', { type: 'vip' }, 202, '贵宾卡无需解绑'],
    ['not bound', { markcode: undefined }, 202, '卡密未绑定设备,无需解绑'],
    ['points', { type: 'points', left: 5, markcode: undefined }, 202, '积分卡无需解绑'],
    ['disabled', { disabled: true }, 151, '卡密已被禁用'],
  ])('refuses a code: %s', async (_, row, code, msg) => {
    const other = await bound(row)
    expect(await ask('unbind_km', { card: other, ...words })).toMatchObject({ code, msg })
    expect((await server.act('auth_request_list', { filter: { app } })).rows).toEqual([])
  })

  it('answers 201 in free mode', async () => {
    const free = await server.application({ free_mode: true })
    const reply = await ask('unbind_km', { card: await bound({}, free), ...words })
    expect(reply).toMatchObject({ code: 201, msg: '免费模式,无需解绑' })
  })

  it('answers 151 for a code of a banned agent', async () => {
    const agent = await addOperator(server, 'banned agent', 'agent')
    const sold = await bound({ agent })
    await server.act('agent_ban', { id: agent, reason: 'fraud' })
    expect((await ask('unbind_km', { card: sold, ...words })).code).toBe(151)
  })

  it.each([
    [{ contact: '' }, { contact: 'missing' }],
    [{ reason: ' \n ' }, { reason: 'missing' }],
    [
      { contact: '', reason: '' },
      { contact: 'missing', reason: 'missing' },
    ],
    [{ contact: 'x'.repeat(101) }, { contact: 'too_long' }],
    [{ reason: 'x'.repeat(301) }, { reason: 'too_long' }],
    [{ description: 'x'.repeat(2001) }, { description: 'too_long' }],
    [{ old_machine: 'x'.repeat(257) }, { old_machine: 'too_long' }],
    [{ contact: '\u0001\u0002' }, { contact: 'missing' }],
  ])('%j: answers 401 with the fields', async (params, fields) => {
    const reply = await ask('unbind_km', { card, ...words, ...params })
    expect(reply).toMatchObject({ code: 401, msg: '错误的数据' })
    expect(reply.fields).toEqual(fields)
  })

  it('takes texts up to their limit, counted in characters', async () => {
    await accepted('unbind_km', {
      card,
      contact: '😀'.repeat(100),
      reason: '因'.repeat(300),
      description: '述'.repeat(2000),
      old_machine: '机'.repeat(256),
    })
  })

  it.each([
    [{ card: '' }, 148],
    [{ card: 'NOSUCH' }, 149],
    [{ card: 'X'.repeat(300) }, 149],
    [{ product: '1' }, 136],
  ])('%j: answers %d', async (params, code) => {
    expect((await ask('unbind_km', { card, ...words, ...params })).code).toBe(code)
  })

  it('answers 132 for a card of several products, and takes the one that `product` names', async () => {
    const other = await server.application()
    const rows = [{ kami: card, type: 'permanent' as const, markcode: 'PC', use_time: START }]
    await server.act('code_import', { app: other, rows })
    expect(await ask('unbind_km', { card, ...words })).toMatchObject({
      code: 132,
      products: [{ product: app }, { product: other }],
    })
    await accepted('unbind_km', { card, ...words, product: String(other) })
    const list = async (of: number) => (await server.act('auth_request_list', { filter: { app: of } })).rows
    expect([await list(app), await list(other)]).toMatchObject([[], [{ subject: card }]])
  })

  it('takes a request that comes too soon or too often, which the reviewer decides', async () => {
    const often = await bound({ unbinds: 3, last_unbind: START })
    await accepted('unbind_km', { card: often, ...words })
  })
})

describe('a request by its number', () => {
  it('is found in any spelling of the number, and shows only the ends of its subject', async () => {
    const { request_id } = await accepted('unbind_km', { card, ...words, old_machine: 'MACHINE-0001' })
    const spellings = [
      request_id,
      request_id.replaceAll('-', ''),
      request_id.toLowerCase(),
      ` ${request_id.replaceAll('-', ' ')} `,
    ]
    for (const request of spellings) {
      const reply = await ask('request_status', { request })
      expect(reply.msg).toEqual({
        request_id,
        state: 'pending',
        kind: 'unbind',
        product: 'Gold Grid',
        subject: 'BO****EF',
        new_key: '',
        created_at: server.clock.now(),
        expires_at: server.clock.now() + 3 * DAY,
        service_hours: 12,
        ended_at: null,
        answer: '',
        images: 0,
        pictures: [],
        reversed: false,
      })
      for (const secret of [card, 'someone', 'MACHINE', 'computer']) expect(reply.text).not.toContain(secret)
    }
  })

  it('shows the decision and its reason', async () => {
    const { request_id } = await accepted('unbind_km', { card, ...words })
    const { rows } = await server.act('auth_request_list', { filter: { app } })
    await server.act('auth_request_handle', {
      id: rows[0]!.id,
      decision: 'reject',
      note: 'Please send a picture',
    })
    expect(await status(request_id)).toMatchObject({
      state: 'rejected',
      answer: 'Please send a picture',
      ended_at: server.clock.now(),
    })
    expect(await ask('request_withdraw', { request: request_id })).toMatchObject({
      code: 201,
      msg: '该申请已处理',
    })
  })

  it('is withdrawn once, and stays withdrawn', async () => {
    const { request_id } = await accepted('unbind_km', { card, ...words })
    for (let time = 0; time < 2; time++) {
      expect((await ask('request_withdraw', { request: request_id })).msg).toMatchObject({
        request_id,
        state: 'withdrawn',
      })
    }
    const { rows } = await server.act('auth_request_list', { filter: { app } })
    const decision = { id: rows[0]!.id, decision: 'approve' }
    expect(await (await server.owner()).try('auth_request_handle', decision)).toMatchObject({ code: 409 })
  })

  it.each(['', 'x', '2222-2222-2222', '222222222222', 'OOOO-0000-1111', "' OR 1=1 --", '２２２２'])(
    '%j is unknown',
    async (request) => {
      for (const act of ['request_status', 'request_withdraw'] as const) {
        expect(await ask(act, { request })).toMatchObject({ code: 153, msg: '申请不存在' })
      }
    },
  )
})

describe('where requests are switched off', () => {
  beforeAll(() => server.act('settings_set', { after_sales: { open: false } }))
  afterAll(() => server.act('settings_set', { after_sales: { open: true } }))

  it('a request answers 164', async () => {
    const rebind = { old_key: '1@A', new_key: '2@A', ...words }
    expect(await ask('unbind_km', { card, ...words })).toMatchObject({ code: 164, msg: '暂不受理售后申请' })
    expect(await ask('request_device_rebind', rebind)).toMatchObject({ code: 164 })
  })

  it('codes are still looked up', async () => {
    expect((await ask('query_km', { card })).code).toBe(200)
  })
})
