import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { visit } from '../support/self-service-client.ts'
import { OWNER_PASSWORD } from '../support/test-server.ts'
import { PASSWORD, signIn } from './operators.ts'
import { until } from '../support/until.ts'
import { ruleInput } from '../support/rule-input.ts'
import { DAY, Shop } from './webhook-shop.ts'
import { signed } from './webhook-world.ts'

/** The events of webhooks, each with its cause. */

let shop: Shop

beforeAll(async () => {
  shop = await Shop.open()
})
beforeEach(() => shop.next())
afterAll(() => shop.close())

describe('an event', () => {
  it('is a signed POST of id, event, time, application and data', async () => {
    const { secret, path, id } = await shop.hook(['code_created'])
    const [kami] = await shop.code(1, { order: 'A-1' })
    const [event] = await shop.came(path)
    expect(event!.body).toEqual({
      id: event!.id,
      event: 'code_created',
      at: shop.server.clock.now(),
      app: shop.app,
      data: {
        codes: [kami],
        type: 'time',
        seconds: 30 * DAY,
        uses: null,
        batch: expect.any(Number) as unknown,
        order: 'A-1',
        agent: null,
        by: 'vendor',
      },
    })
    expect(event!.time).toBe(shop.server.clock.now())
    expect(event!.signature).toBe(signed(secret, event!))
    const [row] = await shop.logged(id, 'delivered')
    expect(row).toMatchObject({ event_id: event!.id, status: 200, answer: 'ok', attempts: 1, error: '' })
  })

  it('is one for a repeated order, and none for a refused one', async () => {
    const { path, id } = await shop.hook(['code_created'])
    const order = { order: 'same' }
    const first = await shop.code(1, order)
    expect(await shop.code(1, order)).toEqual(first)
    expect(
      (await shop.developer.try('code_generate', { app: shop.app, type: 'permanent', count: 2, ...order }))
        .code,
    ).toBe(409)
    await shop.code(2)
    await shop.came(path, 2)
    await shop.logged(id, 'delivered', 2)
    expect(shop.receiver.at(path).map(({ body }) => (body.data['codes'] as string[]).length)).toEqual([1, 2])
  })

  it('goes to every webhook that wants it, with an id of its own, and to no other', async () => {
    const wanting = [await shop.hook(['code_created']), await shop.hook(['code_created', 'unbound'])]
    const other = await shop.hook(['unbound'])
    await shop.code()
    const ids = (await Promise.all(wanting.map(({ path }) => shop.came(path)))).map(([event]) => event!.id)
    expect(new Set(ids).size).toBe(2)
    expect(shop.receiver.at(other.path)).toEqual([])
    expect(await shop.log(other.id)).toEqual([])
  })

  it('of another application or another developer does not come', async () => {
    const { id } = await shop.hook(['code_created'])
    const { app: second } = await shop.developer.call('app_create', { name: 'Second' })
    await shop.developer.call('code_generate', { app: second, type: 'permanent', count: 1 })
    const ofOwner = await shop.server.application()
    await shop.server.act('code_generate', { app: ofOwner, type: 'permanent', count: 1 })
    expect(await shop.log(id)).toEqual([])
  })
})

describe('events of licences', () => {
  it('a code: first use, renewal, unbind by the customer and by the vendor, refund', async () => {
    const { path } = await shop.hook(['first_use', 'renewed', 'unbound', 'refunded'])
    const [kami] = await shop.code()
    const logIn = (markcode: string) => shop.server.api('kmlogon', shop.app, { kami, markcode })
    await logIn('machine')
    await logIn('machine')
    const [first] = await shop.came(path)
    expect(first!.body).toMatchObject({
      event: 'first_use',
      data: { code: kami, type: 'time', user: 'machine', ends_at: shop.server.clock.now() + 30 * DAY },
    })
    const { rows } = await shop.developer.call('code_list', { filter: { app: shop.app } })
    const ids = [rows[0]!.id]
    await shop.developer.call('code_update', { ids, extend_seconds: DAY })
    await shop.developer.call('code_unbind', { ids })
    await shop.developer.call('code_delete', { ids, record: 'take_back' })
    const events = await shop.came(path, 4)
    expect(events.map(({ body }) => [body.event, body.data])).toEqual([
      ['first_use', expect.anything()],
      [
        'renewed',
        {
          what: 'codes',
          items: [{ name: kami, ends_at: shop.server.clock.now() + 31 * DAY }],
          by: 'vendor',
        },
      ],
      ['unbound', { codes: [kami], by: 'vendor' }],
      ['refunded', { codes: [kami], record: 'take_back', by: 'vendor' }],
    ])
  })

  it('a trading account: a code renews it, and so does the vendor', async () => {
    const { path } = await shop.hook(['renewed', 'first_use'])
    const [first, second] = await shop.code(2)
    await shop.server.api('kmlogon', shop.app, { kami: first, markcode: '5@Broker' })
    await shop.server.api('kmlogon', shop.app, { kami: second, markcode: '5@Broker' })
    const { rows } = await shop.developer.call('device_list', { filter: { app: shop.app } })
    await shop.developer.call('device_extend', { ids: [rows[0]!.id], seconds: DAY })
    const [used] = await shop.came(path)
    expect(used!.body.data).toMatchObject({ code: first, user: '5@Broker', account: '5@Broker' })
    const renewed = (await shop.came(path, 4)).filter(({ body }) => body.event === 'renewed')
    const end = shop.server.clock.now() + 60 * DAY
    expect(renewed.map(({ body }) => body.data)).toEqual([
      { what: 'trading_accounts', items: [{ name: '5@Broker', ends_at: end }], by: 'customer', code: second },
      { what: 'trading_accounts', items: [{ name: '5@Broker', ends_at: end + DAY }], by: 'vendor' },
    ])
  })

  it('an end comes once, and once more after an extension', async () => {
    const { path, id } = await shop.hook(['expired'])
    const [kami] = await shop.code()
    await shop.server.api('kmlogon', shop.app, { kami, markcode: 'm' })
    await shop.developer.call('device_create', {
      app: shop.app,
      account_key: '6@A',
      vip: shop.server.clock.now() + 10 * DAY,
    })
    await shop.later(10 * DAY + 5)
    const [account] = await shop.came(path)
    expect(account!.body.data).toEqual({
      what: 'trading_accounts',
      items: [{ name: '6@A', ends_at: shop.server.clock.now() - 5 }],
    })
    await shop.later(20 * DAY)
    const [, ended] = await shop.came(path, 2)
    expect(ended!.body.data).toEqual({
      what: 'codes',
      items: [{ name: kami, ends_at: shop.server.clock.now() - 5 }],
    })
    const { rows } = await shop.developer.call('code_list', { filter: { app: shop.app } })
    await shop.developer.call('code_update', { ids: [rows[0]!.id], extend_seconds: 60 })
    await shop.later(66)
    await shop.came(path, 3)
    // An end that the sweep has already looked through is an event of the change itself.
    await shop.developer.call('code_update', { ids: [rows[0]!.id], end_time: shop.server.clock.now() - DAY })
    await shop.came(path, 4)
    await shop.later(3600)
    await shop.logged(id, 'delivered', 4)
    expect(await shop.log(id)).toHaveLength(4)
  })

  it('ends of a time when the server was off come at its next start, in one event', async () => {
    const { path } = await shop.hook(['expired'])
    const kamis = await shop.code(3, { unit: 'hour', amount: 2 })
    for (const [i, kami] of kamis.entries())
      await shop.server.api('kmlogon', shop.app, { kami, markcode: `m${i}` })
    await shop.server.close()
    shop.server.clock.pass(6 * 3600)
    await shop.server.open()
    const [event] = await shop.came(path)
    expect(event!.body.data).toMatchObject({ what: 'codes', items: { length: 3 } })
  })

  it('a request comes in, and is decided', async () => {
    const { path } = await shop.hook(['request', 'unbound'])
    const [kami] = await shop.code()
    await shop.server.api('kmlogon', shop.app, { kami, markcode: 'm' })
    await visit(shop.server, 'unbind_km', { card: kami, contact: 'Chen', reason: 'new PC' })
    const [opened] = await shop.came(path)
    expect(opened!.body.data).toMatchObject({
      kind: 'unbind',
      state: 'pending',
      subject: kami,
      contact: 'Chen',
      reason: 'new PC',
    })
    const { rows } = await shop.developer.call('auth_request_list', { filter: { app: shop.app } })
    await shop.developer.call('auth_request_handle', { id: rows[0]!.id, decision: 'reject', note: 'no' })
    const [, decided] = await shop.came(path, 2)
    expect(decided!.body.data).toMatchObject({ state: 'rejected', answer: 'no', by: 'vendor' })
    expect(decided!.body.data['number']).toBe(opened!.body.data['number'])
  })

  it('a trading account is paused, and closed: asked, then confirmed by its pulse', async () => {
    const { path } = await shop.hook(['account_paused', 'account_closed'])
    const account_key = '7@A'
    const { id } = await shop.developer.call('device_create', {
      app: shop.app,
      account_key,
      vip: shop.server.clock.now() + DAY,
    })
    await shop.developer.call('device_control', {
      ids: [id],
      pause_open: true,
      close_all: true,
      reason: 'news',
    })
    await shop.server.api('mt5pulse', shop.app, { account_key, positions: 2 })
    await shop.server.api('mt5pulse', shop.app, { account_key, positions: 0 })
    const events = await shop.came(path, 3)
    expect(events.map(({ body }) => body.data)).toMatchObject([
      { accounts: [{ name: account_key, pause_open: true, pause_add: false }], by: 'vendor' },
      { accounts: [{ name: account_key }], state: 'asked', reason: 'news', by: 'vendor' },
      { accounts: [{ name: account_key }], state: 'confirmed' },
    ])
  })

  it('a group is paused and closed: one event for all its accounts each', async () => {
    const { path } = await shop.hook(['account_paused', 'account_closed'])
    const vip = shop.server.clock.now() + DAY
    const accounts = ['20@A', '21@A', '22@A']
    for (const account_key of accounts) {
      await shop.developer.call('device_create', { app: shop.app, account_key, vip })
      await shop.server.api('mt5pulse', shop.app, { account_key, positions: 1 })
    }
    const order = { group: { app: shop.app }, accounts: 3, pause: true, reason: 'news' }
    await shop.developer.call('group_close', order)
    const events = await shop.came(path, 2)
    expect(events.map(({ body }) => [body.event, body.data['by'], body.data['accounts']])).toMatchObject([
      ['account_paused', 'vendor', accounts.map((name) => ({ name, pause_open: true }))],
      ['account_closed', 'vendor', accounts.map((name) => ({ name }))],
    ])
  })

  it('a rule fires: the accounts that crossed its level, and their pauses', async () => {
    const { path } = await shop.hook(['rule_fired', 'account_paused'])
    const accounts = ['10@A', '11@A', '12@A']
    const vip = shop.server.clock.now() + DAY
    for (const account_key of accounts)
      await shop.developer.call('device_create', { app: shop.app, account_key, vip })
    const levels = [{ at: 30, act: 'pause_open' as const }]
    await shop.developer.call('rule_save', ruleInput({ name: 'Deep', app: shop.app, levels }))
    const pulse = (account_key: string) =>
      shop.server.api('mt5pulse', shop.app, { account_key, balance: 100, equity: 60, positions: 1 })
    await Promise.all(accounts.map(pulse))
    // Accounts that cross within a quarter of a second share an event.
    const listed = (member: string) =>
      shop.receiver.at(path).flatMap(({ body }) => (body.data[member] ?? []) as Record<string, unknown>[])
    await until(() => listed('firings').length + listed('accounts').length === 6, 'three firings')
    expect(
      listed('firings')
        .map(({ account }) => account)
        .sort(),
    ).toEqual(accounts)
    for (const firing of listed('firings'))
      expect(firing).toMatchObject({ rule: 'Deep', level: 0, act: 'pause_open', value: 40 })
    for (const paused of listed('accounts'))
      expect(paused).toMatchObject({ pause_open: true, pause_add: true })
  })

  it('the last place of a plan and of a stock is taken', async () => {
    const { path } = await shop.hook(['limit_reached'])
    const { agent } = await shop.developer.call('agent_create', {
      name: `agent ${shop.app}`,
      password: PASSWORD,
    })
    const worth = { type: 'time', unit: 'day', amount: 30, quota: 2, price: 0 } as const
    const { id: allocation } = await shop.developer.call('allocation_create', {
      agent: agent.id,
      app: shop.app,
      ...worth,
    })
    const seller = await signIn(shop.server, `agent ${shop.app}`)
    for (const key of ['order-01', 'order-02', 'order-02'])
      await seller.call('sale_take', { allocation, count: 1, key })
    const [stock] = await shop.came(path)
    expect(stock!.body.data).toEqual({ limit: 'stock', most: 2, used: 2, allocation, agent: agent.id })
    expect(shop.receiver.at(path)).toHaveLength(1)
    const used = (await shop.developer.call('device_list', {})).total
    const owner = await signIn(shop.server, 'owner', OWNER_PASSWORD)
    const { id: plan } = await owner.call('plan_create', { name: `small ${shop.app}`, max_devices: used + 1 })
    const me = (await owner.call('developer_list', {})).rows.find(({ name }) => name === 'vendor')!
    await owner.call('developer_update', { id: me.id, plan })
    await shop.developer.call('device_create', {
      app: shop.app,
      account_key: '8@A',
      vip: shop.server.clock.now() + DAY,
    })
    await shop.developer.try('device_create', {
      app: shop.app,
      account_key: '9@A',
      vip: shop.server.clock.now() + DAY,
    })
    const [, places] = await shop.came(path, 2)
    expect(places!.body.data).toEqual({ limit: 'devices', most: used + 1, used: used + 1 })
    await owner.call('developer_update', { id: me.id, plan: null })
  })
})
