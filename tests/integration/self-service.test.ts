import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SelfServiceAction } from '../../src-server/contract/self-service.ts'
import { trustOwnHeaders, visit, type Visit } from '../support/self-service-client.ts'
import { START, TestServer } from '../support/test-server.ts'
import { addOperator, changeDatabase } from './operators.ts'

/** What customers ask ajax.php: who somebody is, what a code or an account is worth (specification, Self-service actions). */
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

const ask = (act: SelfServiceAction, params: Readonly<Record<string, string>> = {}, how: Visit = {}) =>
  visit(server, act, params, how)
let made = 0
const newKami = () => `CARD-${++made}-ABCDEFGH`

describe('user', () => {
  it.each([
    ['owner', '10001'],
    ['developer', '20002'],
    ['agent', '30003'],
  ] as const)('an %s is known by his number on QQ', async (role, qq) => {
    const id = await addOperator(server, `${role} with QQ`, role)
    changeDatabase(server, 'UPDATE operators SET qq = ? WHERE id = ?', qq, id)
    const reply = await ask('user', { qq: ` ${qq} ` })
    expect(reply).toMatchObject({ status: 200, code: 200, msg: { registered: true, role }, time: START })
  })

  it.each([
    ['banned', 'banned = 1'],
    ['frozen', 'frozen = 1'],
  ])('a %s one is nobody', async (state, change) => {
    const qq = `4-${state}`
    const id = await addOperator(server, `${state} with QQ`, 'agent')
    changeDatabase(server, `UPDATE operators SET qq = ?, ${change} WHERE id = ?`, qq, id)
    expect((await ask('user', { qq })).msg).toEqual({ registered: false, role: '' })
  })

  it('with a number of several, the highest counts', async () => {
    for (const role of ['agent', 'developer'] as const) {
      const id = await addOperator(server, `${role} of two`, role)
      changeDatabase(server, 'UPDATE operators SET qq = ? WHERE id = ?', '50005', id)
    }
    expect((await ask('user', { qq: '50005' })).msg).toEqual({ registered: true, role: 'developer' })
  })

  it.each([{}, { qq: '' }, { qq: '  ' }])('no number: 109 (%j)', async (params) => {
    expect(await ask('user', params as Record<string, string>)).toMatchObject({ code: 109, msg: '请填写QQ' })
  })

  it.each(['99999', 'x'.repeat(500), "' OR 1=1 --"])('%s is nobody', async (qq) => {
    expect((await ask('user', { qq })).msg).toEqual({ registered: false, role: '' })
  })
})

describe('rzquery', () => {
  beforeAll(async () => {
    await server.act('certification_create', {
      product: 'grid',
      url: 'shop.example:8080',
      holder: 'A shop',
      note: 'secret',
      expires_at: START + 1000,
      disabled: false,
    })
    await server.act('certification_create', {
      product: 'off',
      url: 'shop.example',
      holder: 'B shop',
      note: '',
      expires_at: null,
      disabled: true,
    })
  })

  it.each(['shop.example:8080', 'https://SHOP.example:8080/path?x=1', ' http://shop.example:8080 '])(
    '%s is certified',
    async (url) => {
      const reply = await ask('rzquery', { proid: 'grid', url })
      expect(reply.code).toBe(200)
      expect(reply.msg).toEqual({
        certified: true,
        product: 'grid',
        url: 'shop.example:8080',
        holder: 'A shop',
        expires_at: START + 1000,
      })
    },
  )

  it.each([
    ['another host', 'grid', 'other.example:8080'],
    ['another port', 'grid', 'shop.example'],
    ['another product', 'Grid', 'shop.example:8080'],
    ['one that is disabled', 'off', 'shop.example'],
  ])('%s is not, and nothing is told of it', async (_, proid, url) => {
    expect((await ask('rzquery', { proid, url })).msg).toMatchObject({
      certified: false,
      holder: '',
      expires_at: null,
    })
  })

  it.each([
    [{}, { proid: 'missing', url: 'missing' }],
    [{ proid: 'grid' }, { url: 'missing' }],
    [{ proid: 'x'.repeat(65), url: 'a.example' }, { proid: 'too_long' }],
    [{ proid: 'grid', url: 'http:///path' }, { url: 'malformed' }],
    [{ proid: 'grid', url: 'http://user:pass@shop.example' }, { url: 'malformed' }],
    [{ proid: 'grid', url: 'a'.repeat(3000) }, { url: 'too_long' }],
  ])('%j: 401 with the fields', async (params, fields) => {
    expect(await ask('rzquery', params as Record<string, string>)).toMatchObject({ code: 401, fields })
  })
})

describe('image and site', () => {
  it.each(['GET', 'POST'])('%s: nothing is set at the beginning', async (method) => {
    expect((await ask('image', {}, { method })).msg).toEqual({ image: '' })
    expect((await ask('site', {}, { method })).msg).toMatchObject({ logo: '', background: '', open: true })
  })

  it('tell the owner’s picture, name and colour, and which door serves the console', async () => {
    const { PNG } = await import('../support/pictures.ts')
    const { id } = await server.act('image_upload', { purpose: 'background', data: PNG.toString('base64') })
    await server.act('settings_set', { site: { background: id, name: 'Gold House', colour: '#112233' } })
    const { msg } = await ask('image', {}, { method: 'GET' })
    expect(msg).toEqual({ image: `/images/${id}` })
    const picture = await fetch(`${server.running.publicUrl}/images/${id}`)
    expect(Buffer.from(await picture.arrayBuffer()).equals(PNG)).toBe(true)
    const site = { name: 'Gold House', colour: '#112233', background: `/images/${id}` }
    expect((await ask('site')).msg).toMatchObject({ ...site, console: false })
    expect((await ask('site', {}, { door: server.running.consoleUrl })).msg).toMatchObject({
      ...site,
      console: true,
    })
    await server.act('settings_set', { site: { background: null } })
  })

  it('say where no requests are taken', async () => {
    await server.act('settings_set', { after_sales: { open: false } })
    expect((await ask('site')).msg).toMatchObject({ open: false })
    await server.act('settings_set', { after_sales: { open: true } })
  })
})

describe('query_km', () => {
  const policy = { interval: 86_400, max: 3, deduct_seconds: 3600, deduct_uses: 1 }

  it('a new code', async () => {
    const kami = await server.code({ app, type: 'time', unit: 'day', amount: 30 })
    expect((await ask('query_km', { card: kami })).msg).toEqual({
      product: 'Gold Grid',
      type: 'time',
      state: 'unused',
      created_at: server.clock.now(),
      expires_at: null,
      left: null,
      device: '',
      unbind: null,
      no_unbind: 'unused',
      open_request: false,
    })
  })

  it('one in use: its end, its machine masked, and what an unbind would meet', async () => {
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

  it('after an unbind, when the next one is allowed', async () => {
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
      { type: 'time', unit: 'day', amount: 1, use_time: 1000, end_time: 2000, markcode: 'PC' },
      { state: 'expired', no_unbind: '', unbind: { outcome: 'timeShort' } },
    ],
  ] as const)('%s', async (_, row, expected) => {
    const card = newKami()
    await server.act('code_import', { app, rows: [{ kami: card, ...row }] })
    expect((await ask('query_km', { card })).msg).toMatchObject(expected)
  })

  it('in free mode nothing is bound', async () => {
    const free = await server.application({ free_mode: true })
    const card = newKami()
    await server.act('code_import', {
      app: free,
      rows: [{ kami: card, type: 'permanent', markcode: 'PC', use_time: START }],
    })
    expect((await ask('query_km', { card })).msg).toMatchObject({ no_unbind: 'free', unbind: null })
  })

  it('one of a banned agent can be unbound as little as a disabled one', async () => {
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
  ])('%s: %#', async (_, params, code, msg) => {
    expect(await ask('query_km', params as Record<string, string>)).toMatchObject({ status: 200, code, msg })
  })

  it('a card is matched exactly, case and blanks included', async () => {
    const card = newKami()
    await server.act('code_import', { app, rows: [{ kami: card, type: 'permanent' }] })
    for (const other of [card.toLowerCase(), ` ${card}`, `${card} `]) {
      expect((await ask('query_km', { card: other })).code).toBe(149)
    }
  })

  it('a recycled one is unknown', async () => {
    const card = newKami()
    await server.act('code_import', { app, rows: [{ kami: card, type: 'permanent' }] })
    const { rows } = await server.act('code_list', { filter: { kami: card } })
    await server.act('code_delete', { ids: [rows[0]!.id] })
    expect((await ask('query_km', { card })).code).toBe(149)
  })

  it('a card that several applications have: which one?', async () => {
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

  it('an account: its application, its end, its state', async () => {
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

  it('says whether the messenger is bound', async () => {
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
    '%j: 404',
    async (key) => {
      expect(await ask('query_device', { account_key: key })).toMatchObject({
        code: 404,
        msg: '交易账户授权不存在',
      })
    },
  )

  it('an account of several applications: which one?', async () => {
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
