import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SelfServiceAction } from '../../src-server/contract/self-service.ts'
import { trustOwnHeaders, visit } from '../support/self-service-client.ts'
import { START, TestServer } from '../support/test-server.ts'
import { addOperator, changeDatabase } from './operators.ts'

/** The public facts about a code or a trading account at ajax.php. */
let server: TestServer
let app: number

beforeAll(async () => {
  server = await TestServer.start()
  await trustOwnHeaders(server)
})
afterAll(() => server.end())
beforeEach(async () => {
  app = await server.application()
})

const ask = (act: SelfServiceAction, params: Readonly<Record<string, string>> = {}) =>
  visit(server, act, params)
let made = 0
const newKami = () => `CARD-${++made}-ABCDEFGH`

describe('query_km', () => {
  const policy = { interval: 86_400, max: 3, deduct_seconds: 3600, deduct_uses: 1 }

  it('answers a new code', async () => {
    const kami = await server.code({ app, type: 'time', unit: 'day', amount: 30 })
    expect((await ask('query_km', { card: kami })).msg).toEqual({
      product: 'Gold Grid',
      type: 'time',
      state: 'unused',
      created_at: server.clock.now(),
      expires_at: null,
      left: null,
      seats: 1,
      seats_used: 0,
      device: '',
      unbind: null,
      no_unbind: 'unused',
      open_request: false,
    })
  })

  it('answers a code in use: its end, its masked machine, and what an unbind would do', async () => {
    const card = newKami()
    await server.act('code_import', {
      app,
      rows: [
        {
          kami: card,
          type: 'time',
          unit: 'day',
          amount: 30,
          markcode: 'MACHINE-0001',
          use_time: START,
          end_time: START + 86_400 * 30,
        },
      ],
    })
    const reply = await ask('query_km', { card })
    expect(reply.msg).toMatchObject({
      state: 'in_use',
      expires_at: START + 86_400 * 30,
      device: 'MA****01',
      no_unbind: '',
      unbind: {
        outcome: 'unbound',
        next_allowed_at: null,
        unbinds: 0,
        max: policy.max,
        cost_seconds: policy.deduct_seconds,
        cost_uses: 0,
      },
    })
    expect(reply.text).not.toContain('MACHINE')
  })

  it('names the time of the next allowed unbind after an unbind', async () => {
    const card = newKami()
    const last = server.clock.now() - 100
    await server.act('code_import', {
      app,
      rows: [
        {
          kami: card,
          type: 'count',
          left: 5,
          markcode: 'PC',
          use_time: START - 999,
          unbinds: 1,
          last_unbind: last,
        },
      ],
    })
    expect((await ask('query_km', { card })).msg).toMatchObject({
      left: 5,
      device: '****',
      unbind: {
        outcome: 'tooSoon',
        next_allowed_at: last + policy.interval,
        unbinds: 1,
        cost_uses: 1,
        cost_seconds: 0,
      },
    })
  })

  it.each([
    [
      'permanent',
      { type: 'permanent', use_time: START, markcode: 'PC' },
      { expires_at: 4_102_243_200, no_unbind: '' },
    ],
    [
      'VIP',
      { type: 'vip', use_time: START, markcode: 'PC' },
      { expires_at: 4_102_243_200, no_unbind: 'vip', unbind: null },
    ],
    ['points', { type: 'points', left: 9 }, { no_unbind: 'points', unbind: null, left: 9 }],
    ['unbound', { type: 'permanent', use_time: START }, { no_unbind: 'not_bound', unbind: null }],
    [
      'disabled',
      { type: 'permanent', use_time: START, markcode: 'PC', disabled: true },
      { state: 'disabled', no_unbind: 'disabled', unbind: null },
    ],
    [
      'expired',
      {
        type: 'time',
        unit: 'day',
        amount: 1,
        use_time: 1_000_000_000,
        end_time: 1_000_001_000,
        markcode: 'PC',
      },
      { state: 'expired', no_unbind: '', unbind: { outcome: 'timeShort' } },
    ],
  ] as const)('answers the state of a code: %s', async (_, row, expected) => {
    const card = newKami()
    await server.act('code_import', { app, rows: [{ kami: card, ...row }] })
    expect((await ask('query_km', { card })).msg).toMatchObject(expected)
  })

  it('shows no binding in free mode', async () => {
    const free = await server.application({ free_mode: true })
    const card = newKami()
    await server.act('code_import', {
      app: free,
      rows: [{ kami: card, type: 'permanent', markcode: 'PC', use_time: START }],
    })
    expect((await ask('query_km', { card })).msg).toMatchObject({ no_unbind: 'free', unbind: null })
  })

  it('allows no unbind for a code of a banned agent, as for a disabled one', async () => {
    const agent = await addOperator(server, 'agent to ban', 'agent')
    const card = newKami()
    await server.act('code_import', {
      app,
      rows: [{ kami: card, type: 'permanent', markcode: 'PC', use_time: START, agent }],
    })
    await server.act('agent_ban', { id: agent, reason: 'fraud' })
    expect((await ask('query_km', { card })).msg).toMatchObject({ no_unbind: 'disabled' })
  })

  it.each([
    ['no card', {}, 148, '卡密为空'],
    ['an empty one', { card: '' }, 148, '卡密为空'],
    ['an unknown one', { card: 'NOSUCH' }, 149, '卡密不存在'],
    ['a long one', { card: 'X'.repeat(65) }, 149, '卡密不存在'],
    ['an unknown one of a product', { card: 'NOSUCH', product: '10001' }, 149, '卡密不存在'],
  ])('%s: is refused (%#)', async (_, params, code, msg) => {
    expect(await ask('query_km', params as Record<string, string>)).toMatchObject({ status: 200, code, msg })
  })

  it('matches a card exactly, except for invisible characters around it', async () => {
    const card = newKami()
    await server.act('code_import', { app, rows: [{ kami: card, type: 'permanent' }] })
    for (const other of [card.toLowerCase(), `${card.slice(0, 3)} ${card.slice(3)}`]) {
      expect((await ask('query_km', { card: other })).code).toBe(149)
    }
    for (const other of [` ${card}`, `${card}\r\n`, `${card}\u200b`]) {
      expect((await ask('query_km', { card: other })).code).toBe(200)
    }
  })

  it('answers a recycled code as unknown', async () => {
    const card = newKami()
    await server.act('code_import', { app, rows: [{ kami: card, type: 'permanent' }] })
    const { rows } = await server.act('code_list', { filter: { kami: card } })
    await server.act('code_delete', { ids: [rows[0]!.id] })
    expect((await ask('query_km', { card })).code).toBe(149)
  })

  it('asks which application when several have the card', async () => {
    const other = await server.application()
    await server.act('app_update', { app: other, name: 'Silver Grid' })
    const card = newKami()
    await server.act('code_import', { app, rows: [{ kami: card, type: 'permanent' }] })
    await server.act('code_import', { app: other, rows: [{ kami: card, type: 'count', left: 7 }] })
    expect(await ask('query_km', { card })).toMatchObject({
      code: 132,
      msg: '请选择商品',
      products: [
        { product: app, name: 'Gold Grid' },
        { product: other, name: 'Silver Grid' },
      ],
    })
    expect((await ask('query_km', { card, product: String(other) })).msg).toMatchObject({
      product: 'Silver Grid',
      left: 7,
    })
    for (const product of ['1', 'x', '-1', `${app}.0`, '9'.repeat(40)]) {
      expect(await ask('query_km', { card, product })).toMatchObject({ code: 136, msg: '商品不存在' })
    }
  })
})

describe('query_device', () => {
  const vip = 4_102_243_200

  it('answers an account: its application, its end, its state', async () => {
    await server.act('device_create', { app, account_key: '7001@Alpha-Live', vip })
    expect((await ask('query_device', { account_key: ' 7001@Alpha-Live ' })).msg).toEqual({
      app,
      product: 'Gold Grid',
      state: 'active',
      expires_at: vip,
      messenger: 'off',
      open_request: false,
    })
  })

  it('tells whether the messenger is bound', async () => {
    const mt5 = { messenger_enabled: true, messenger_app_id: 'cli_x', messenger_app_secret: 's' }
    const talking = await server.application({ mt5 })
    const { id } = await server.act('device_create', {
      app: talking,
      account_key: '7002@Alpha-Live',
      vip: START - 1,
    })
    expect((await ask('query_device', { account_key: '7002@Alpha-Live' })).msg).toMatchObject({
      messenger: 'unbound',
      state: 'expired',
    })
    await server.close()
    changeDatabase(server, 'UPDATE devices SET messenger_open_id = ? WHERE id = ?', 'ou_x', id)
    await server.open()
    const reply = await ask('query_device', { account_key: '7002@Alpha-Live' })
    expect(reply.msg).toMatchObject({ messenger: 'bound' })
    expect(reply.text).not.toContain('ou_x')
  })

  it.each(['', '7009@Alpha-Live', '7001@alpha-live', '07001@Alpha-Live', 'x', '@', "1@' OR 1=1", '1@A@B'])(
    '%j: answers 404',
    async (key) => {
      expect(await ask('query_device', { account_key: key })).toMatchObject({
        code: 404,
        msg: '交易账户授权不存在',
      })
    },
  )

  it('asks which application when several have the account', async () => {
    const other = await server.application()
    for (const id of [app, other]) await server.act('device_create', { app: id, account_key: '7003@A', vip })
    expect(await ask('query_device', { account_key: '7003@A' })).toMatchObject({
      code: 132,
      products: [{ product: app }, { product: other }],
    })
    expect((await ask('query_device', { account_key: '7003@A', product: String(other) })).msg).toMatchObject({
      app: other,
    })
    expect((await ask('query_device', { account_key: '7003@A', product: '1' })).code).toBe(136)
  })
})
