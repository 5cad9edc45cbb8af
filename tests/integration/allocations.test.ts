import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newStaff } from './operators.ts'
import { refused, SalesWorld } from './sales-world.ts'

let world: SalesWorld

beforeAll(async () => {
  world = await SalesWorld.start()
})
afterAll(() => world.server.end())

const MONTH = { type: 'time', unit: 'day', amount: 30 } as const

describe('an allocation of a developer to an agent', () => {
  it('holds codes of one kind, and both read it the same', async () => {
    const { developer, app, agent, allocation } = await world.seller({
      quota: 10,
      price: 700,
      note: 'spring',
    })
    const expected = {
      id: allocation,
      agent: agent.id,
      agent_name: agent.name,
      parent: null,
      app,
      type: 'time',
      seconds: 30 * 86_400,
      unit: 'day',
      amount: 30,
      quota: 10,
      used: 0,
      price: 700,
      closed: false,
      note: 'spring',
      created_at: world.server.clock.now(),
    }
    for (const { client } of [developer, agent])
      expect((await client.call('allocation_list', {})).rows).toMatchObject([expected])
  })

  it('exists once: more of the same kind adds to the quota', async () => {
    const { developer, app, agent } = await world.seller()
    const order = { agent: agent.id, app, quota: 1, price: 1 }
    const again = (worth: object) => developer.client.try('allocation_create', { ...order, ...worth })
    expect(await again(MONTH)).toMatchObject(refused('worth'))
    // The same duration in another unit.
    expect(await again({ ...MONTH, unit: 'hour', amount: 720 })).toMatchObject({ code: 409 })
    expect(await again({ ...MONTH, amount: 31 })).toMatchObject({ code: 200 })
    expect(await again({ type: 'permanent' })).toMatchObject({ code: 200 })
    expect(await again({ type: 'permanent' })).toMatchObject({ code: 409 })
    expect(await again({ type: 'count', amount: 5 })).toMatchObject({ code: 200 })
    expect(await again({ type: 'count', amount: 6 })).toMatchObject({ code: 200 })
  })

  it("goes to agents that work for the developer, for the developer's applications", async () => {
    const [one, other] = [await world.seller(), await world.seller()]
    const order = { ...MONTH, quota: 1, price: 1 }
    const give = (agent: number, app: number) =>
      one.developer.client.try('allocation_create', { ...order, agent, app })
    expect(await give(other.agent.id, one.app)).toMatchObject({ code: 404 })
    expect(await give(one.agent.id, other.app)).toMatchObject({ code: 404 })
    expect(await give(one.developer.id, one.app)).toMatchObject({ code: 404 })
    expect(await give(999_999, one.app)).toMatchObject({ code: 404 })
    const owner = await world.server.owner()
    const reply = await owner.try('allocation_create', { ...order, agent: other.agent.id, app: one.app })
    expect(reply).toMatchObject({ code: 200 })
    // The agent works for the developer from then on.
    expect(await one.developer.client.call('ledger_accounts', {})).toMatchObject({ total: 2 })
  })

  it.each([
    [{ app: undefined }, 'app'],
    [{ type: undefined }, 'type'],
    [{ parent: 1 }, 'parent'],
    [{ quota: -1 }, 'quota'],
    [{ quota: 1_000_001 }, 'quota'],
    [{ price: -1 }, 'price'],
    [{ price: 0.5 }, 'price'],
  ])('refuses %o', async (change, field) => {
    const developer = await world.developer()
    const order = {
      agent: (await world.agent(developer)).id,
      app: await world.app(developer),
      quota: 1,
      price: 1,
    }
    const reply = await developer.client.try('allocation_create', { ...MONTH, ...order, ...change })
    expect(reply).toMatchObject({ code: 422, fields: { [field]: expect.any(String) as string } })
  })

  it('needs `sales.manage` from staff, while `sales` reads', async () => {
    const { developer, agent, allocation } = await world.seller()
    await world.take(agent, allocation, 1)
    const { rows } = await developer.client.call('sale_list', {})
    const clerk = (await newStaff(world.server, developer.client, ['sales'])).client
    const nobody = (await newStaff(world.server, developer.client, ['codes'])).client
    const lead = (await newStaff(world.server, developer.client, ['sales', 'sales.manage'])).client
    const money = { agent: agent.id, amount: 5, note: 'x' }
    const acts = [
      ['allocation_update', { id: allocation, price: 9 }],
      ['ledger_topup', { ...money, key: world.key() }],
      ['ledger_payout', { ...money, key: world.key() }],
      ['ledger_correct', { ...money, key: world.key() }],
      ['ledger_credit_set', { agent: agent.id, credit: 1 }],
      ['sale_refund', { ids: [rows[0]!.id] }],
    ] as const
    for (const [name, input] of acts) {
      for (const client of [clerk, nobody])
        expect(await client.try(name, input), name).toMatchObject({ code: 403 })
    }
    for (const name of ['allocation_list', 'sale_list', 'ledger_accounts'] as const) {
      expect(await clerk.call(name, {})).toMatchObject({ total: 1 })
      expect(await nobody.try(name, {})).toMatchObject({ code: 403 })
    }
    for (const [name, input] of acts) expect(await lead.try(name, input), name).toMatchObject({ code: 200 })
    expect(await lead.try('sale_take', { allocation, count: 1, key: world.key() })).toMatchObject({
      code: 403,
    })
  })
})

describe('quota and price', () => {
  it('apply from the change on: codes drawn before keep their price', async () => {
    const { developer, agent, allocation } = await world.seller({ quota: 10, price: 700, money: 10_000 })
    const first = world.server.clock.now()
    await world.take(agent, allocation, 2)
    world.server.clock.pass(3600)
    const change = { id: allocation, quota: 20, price: 900 }
    expect(await developer.client.call('allocation_update', change)).toMatchObject({
      used: 2,
      quota: 20,
      price: 900,
    })
    expect((await agent.client.call('sale_list', {})).rows.map(({ price }) => price)).toEqual([700, 700])
    expect(await world.balance(agent)).toBe(10_000 - 2 * 700)
    const { sales, balance } = await world.take(agent, allocation, 1)
    expect(sales).toMatchObject([{ price: 900 }])
    expect(balance).toBe(10_000 - 2 * 700 - 900)
    for (const { client } of [developer, agent]) {
      expect((await client.call('allocation_history', { id: allocation })).rows).toEqual([
        { at: first + 3600, by: developer.name, quota: 20, price: 900, closed: false },
        { at: first, by: developer.name, quota: 10, price: 700, closed: false },
      ])
    }
  })

  it('a note or the same terms again are no change of terms', async () => {
    const { developer, allocation } = await world.seller({ quota: 10, price: 700 })
    await developer.client.call('allocation_update', {
      id: allocation,
      note: 'autumn',
      price: 700,
      quota: 10,
    })
    const { rows } = await developer.client.call('allocation_history', { id: allocation })
    expect(rows).toHaveLength(1)
  })

  it('the quota never falls below the drawn codes', async () => {
    const { developer, agent, allocation } = await world.seller({ quota: 10 })
    await world.take(agent, allocation, 4)
    const set = (quota: number) => developer.client.try('allocation_update', { id: allocation, quota })
    expect(await set(3)).toMatchObject(refused('quota'))
    expect(await set(4)).toMatchObject({ code: 200, msg: { quota: 4, used: 4 } })
    const more = { allocation, count: 1, key: world.key() }
    expect(await agent.client.try('sale_take', more)).toMatchObject(refused('quota'))
  })

  it("an agent can't change its own terms", async () => {
    const { agent, allocation } = await world.seller()
    for (const change of [{ price: 1 }, { quota: 1000 }, { closed: true }, { note: 'mine' }])
      expect(await agent.client.try('allocation_update', { id: allocation, ...change })).toMatchObject({
        code: 403,
      })
  })

  it('a closed allocation gives no codes but takes returns, and gives again when it is opened', async () => {
    const { developer, agent, allocation } = await world.seller({ quota: 10 })
    const { sales } = await world.take(agent, allocation, 3)
    const close = (closed: boolean) => developer.client.call('allocation_update', { id: allocation, closed })
    await close(true)
    const order = { allocation, count: 1 }
    expect(await agent.client.try('sale_take', { ...order, key: world.key() })).toMatchObject(
      refused('quota'),
    )
    const back = await agent.client.call('sale_refund', { ids: [sales[0]!.id] })
    expect(back).toEqual({ done: 1, skipped: [] })
    expect(await close(false)).toMatchObject({ used: 2, closed: false })
    await world.take(agent, allocation, 8)
    const { rows } = await developer.client.call('allocation_history', { id: allocation })
    expect(rows.map(({ closed }) => closed)).toEqual([false, true, false])
  })
})

describe('allocation_list', () => {
  it('pages, filters and searches', async () => {
    const developer = await world.developer()
    const app = await world.app(developer)
    const [one, two] = [await world.agent(developer), await world.agent(developer)]
    for (const amount of [1, 2, 3]) await world.give(developer, one, { app, amount, note: 'north' })
    const last = await world.give(developer, two, { app, amount: 1, note: 'south' })
    await developer.client.call('allocation_update', { id: last, closed: true })
    const list = (input: object) => developer.client.call('allocation_list', input)
    const pages: number[] = []
    let after: string | undefined
    do {
      const page = await list({
        size: 2,
        sort: 'created_at',
        desc: true,
        ...(after !== undefined && { after }),
      })
      expect(page.total).toBe(4)
      pages.push(...page.rows.map(({ id }) => id))
      after = page.next ?? undefined
    } while (after !== undefined)
    expect(pages).toEqual([...pages].sort((a, b) => b - a))
    expect(new Set(pages).size).toBe(4)
    expect(await list({ filter: { agent: one.id } })).toMatchObject({ total: 3 })
    expect((await list({ filter: { closed: true } })).rows.map(({ id }) => id)).toEqual([last])
    expect((await list({ search: 'south' })).rows.map(({ id }) => id)).toEqual([last])
    expect(await list({ search: one.name })).toMatchObject({ total: 3 })
    expect(await list({ filter: { app: app + 1000 } })).toMatchObject({ total: 0 })
  })

  it('loses the allocations of a deleted application', async () => {
    const { developer, app, agent, allocation } = await world.seller()
    const { balance } = await world.take(agent, allocation, 2)
    await developer.client.call('step_up', { password: 'a long enough password' })
    await developer.client.call('app_delete', { app })
    for (const { client } of [developer, agent]) {
      expect(await client.call('allocation_list', {})).toMatchObject({ total: 0 })
      expect(await client.call('sale_list', {})).toMatchObject({ total: 0 })
      expect(await client.try('allocation_history', { id: allocation })).toMatchObject({ code: 404 })
    }
    // The payments stay in the ledger.
    expect(await world.balance(agent)).toBe(balance)
    const lines = await agent.client.call('ledger_list', {})
    expect(lines.rows.map(({ kind }) => kind)).toEqual(['purchase', 'topup'])
    expect(await developer.client.call('ledger_verify', {})).toMatchObject({ ok: true })
  })
})
