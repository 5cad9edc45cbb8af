import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changeDatabase } from './operators.ts'
import { refused, SalesWorld, type Seller } from './sales-world.ts'

let world: SalesWorld

beforeAll(async () => {
  world = await SalesWorld.start()
})
afterAll(() => world.server.end())

const salesOf = ({ client }: Seller) => client.call('sale_list', { sort: 'id', desc: false, size: 500 })
const codesOf = ({ client }: Seller, app: number) => client.call('code_list', { filter: { app }, size: 500 })

describe('a purchase of codes', () => {
  it('makes, pays and counts them in one act', async () => {
    const { developer, app, agent, allocation } = await world.seller({ quota: 10, price: 700, money: 5000 })
    const { sales, balance } = await world.take(agent, allocation, 3, { note: 'for the shop' })
    const now = world.server.clock.now()
    expect(balance).toBe(5000 - 3 * 700)
    expect(sales).toHaveLength(3)
    expect(new Set(sales.map(({ kami }) => kami)).size).toBe(3)
    for (const sale of sales)
      expect(sale).toMatchObject({
        app,
        allocation,
        agent: agent.id,
        agent_name: agent.name,
        type: 'time',
        seconds: 30 * 86_400,
        state: 'stock',
        used: false,
        price: 700,
        sale_price: null,
        customer: '',
        contact: '',
        note: 'for the shop',
        taken_at: now,
        sold_at: null,
        refunded_at: null,
      })
    expect(await world.allocation(agent, allocation)).toMatchObject({ used: 3 })
    // The agent owns the codes, and they log in.
    for (const { client } of [developer, agent]) {
      const { rows } = await client.call('code_list', { filter: { app } })
      expect(rows.map(({ kami, agent }) => [kami, agent]).sort()).toEqual(
        sales.map(({ kami }) => [kami, agent.id]).sort(),
      )
    }
    const { kami } = sales[0]!
    expect(await world.server.api('kmlogon', app, { kami, markcode: 'PC' })).toMatchObject({ code: 200 })
    expect((await salesOf(agent)).rows.map(({ used }) => used)).toEqual([true, false, false])
  })

  it('is all or nothing', async () => {
    const { developer, app, agent, allocation } = await world.seller({ quota: 10, price: 700, money: 2100 })
    const take = (count: number) => agent.client.try('sale_take', { allocation, count, key: world.key() })
    expect(await take(11)).toMatchObject(refused('quota'))
    expect(await take(4)).toMatchObject(refused('balance'))
    expect(await world.allocation(agent, allocation)).toMatchObject({ used: 0 })
    expect(await salesOf(agent)).toMatchObject({ total: 0 })
    expect(await codesOf(developer, app)).toMatchObject({ total: 0 })
    expect(await agent.client.call('ledger_list', {})).toMatchObject({ total: 1 })
    expect(await world.balance(agent)).toBe(2100)
    expect(await take(3)).toMatchObject({ code: 200, msg: { balance: 0 } })
    expect(await take(1)).toMatchObject(refused('balance'))
  })

  it('takes at most 500', async () => {
    const { developer, app, agent, allocation } = await world.seller({ quota: 600, price: 0, money: 0 })
    const { sales } = await world.take(agent, allocation, 500)
    expect(new Set(sales.map(({ kami }) => kami)).size).toBe(500)
    expect(await codesOf(developer, app)).toMatchObject({ total: 500 })
    const more = { allocation, count: 501, key: world.key() }
    expect(await agent.client.try('sale_take', more)).toMatchObject({ code: 422 })
    for (const count of [0, -1, 1.5]) {
      const reply = await agent.client.try('sale_take', { allocation, count, key: world.key() })
      expect(reply).toMatchObject({ code: 422, fields: { count: expect.any(String) as string } })
    }
  })

  it('needs no money at price zero', async () => {
    const { developer, agent, allocation } = await world.seller({ price: 0, money: 0 })
    const { sales, balance } = await world.take(agent, allocation, 2)
    expect(balance).toBe(0)
    expect(await agent.client.call('sale_refund', { ids: sales.map(({ id }) => id) })).toMatchObject({
      done: 2,
    })
    expect(await world.allocation(agent, allocation)).toMatchObject({ used: 0 })
    expect(await developer.client.call('ledger_verify', {})).toMatchObject({ ok: true })
  })

  it('may use the credit, down to its limit', async () => {
    const { developer, agent, allocation } = await world.seller({ price: 700, money: 0 })
    const credit = (sum: number) =>
      developer.client.try('ledger_credit_set', { agent: agent.id, credit: sum })
    await credit(1400)
    const take = () => agent.client.try('sale_take', { allocation, count: 1, key: world.key() })
    expect(await take()).toMatchObject({ code: 200, msg: { balance: -700 } })
    expect(await take()).toMatchObject({ code: 200, msg: { balance: -1400 } })
    expect(await take()).toMatchObject(refused('balance'))
    expect(await credit(1399)).toMatchObject(refused('credit'))
    expect(await credit(2100)).toMatchObject({ code: 200, msg: { balance: -1400, credit: 2100 } })
    expect(await take()).toMatchObject({ code: 200, msg: { balance: -2100 } })
  })

  it("counts in the developer's plan, whose numbers the agent doesn't get", async () => {
    const { developer, agent, allocation } = await world.seller({ quota: 10 })
    const plan = await world.server.act('plan_create', { name: world.name('plan'), max_codes: 2 })
    await world.server.act('developer_update', { id: developer.id, plan: plan.id })
    const take = (count: number) => agent.client.try('sale_take', { allocation, count, key: world.key() })
    const reply = await take(3)
    expect(reply).toMatchObject({ code: 403, fields: { plan: 'codes' } })
    expect(JSON.stringify(reply)).not.toMatch(/\b2\b/)
    expect(await world.balance(agent)).toBe(100_000)
    expect(await take(2)).toMatchObject({ code: 200 })
  })
})

describe('a repeated key', () => {
  it('buys once and answers the same', async () => {
    const { developer, agent, allocation } = await world.seller({ quota: 10, price: 700, money: 7000 })
    const order = { allocation, count: 2, key: world.key() }
    const first = await agent.client.call('sale_take', order)
    // The price has changed meanwhile.
    await developer.client.call('allocation_update', { id: allocation, price: 1 })
    expect(await agent.client.call('sale_take', order)).toEqual(first)
    expect(await world.allocation(agent, allocation)).toMatchObject({ used: 2 })
    expect(await world.balance(agent)).toBe(7000 - 1400)
  })

  it('buys once in parallel calls', async () => {
    const { agent, allocation } = await world.seller({ quota: 10, price: 700, money: 7000 })
    const order = { allocation, count: 3, key: world.key() }
    const answers = await Promise.all(Array.from({ length: 12 }, () => agent.client.call('sale_take', order)))
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(await salesOf(agent)).toMatchObject({ total: 3 })
    expect(await world.balance(agent)).toBe(7000 - 2100)
  })

  it('is refused with a different input', async () => {
    const { developer, app, agent, allocation } = await world.seller()
    const key = world.key()
    await world.take(agent, allocation, 2, { key })
    const other = await world.give(developer, agent, { app, amount: 7 })
    for (const order of [
      { allocation, count: 3 },
      { allocation: other, count: 2 },
    ])
      expect(await agent.client.try('sale_take', { ...order, key })).toMatchObject(refused('key'))
    expect(await salesOf(agent)).toMatchObject({ total: 2 })
  })

  it('is independent for another agent', async () => {
    const { developer, app, agent, allocation } = await world.seller()
    const second = await world.agent(developer)
    const theirs = await world.give(developer, second, { app, price: 0 })
    const key = world.key()
    await world.take(agent, allocation, 1, { key })
    expect((await world.take(second, theirs, 1, { key })).sales).toMatchObject([{ agent: second.id }])
  })
})

describe('a sale', () => {
  it('is made at once where the customer is known', async () => {
    const { agent, allocation } = await world.seller()
    const now = world.server.clock.now()
    const { sales } = await world.take(agent, allocation, 1, {
      customer: 'Zhang',
      contact: 'wx 1',
      sale_price: 1500,
    })
    expect(sales).toMatchObject([
      { state: 'sold', customer: 'Zhang', contact: 'wx 1', sale_price: 1500, sold_at: now, price: 700 },
    ])
  })

  it('is marked, described and unmarked', async () => {
    const { agent, allocation } = await world.seller()
    const ids = (await world.take(agent, allocation, 3)).sales.map(({ id }) => id)
    const [first, second] = ids
    world.server.clock.pass(60)
    const at = world.server.clock.now()
    const update = (input: object) => agent.client.call('sale_update', { ids: [first!], ...input })
    expect(await update({ sold: true, customer: 'Li', sale_price: 1200 })).toMatchObject({
      rows: [{ id: first, state: 'sold', sold_at: at, customer: 'Li', contact: '', sale_price: 1200 }],
    })
    world.server.clock.pass(60)
    // A sold code keeps its date, and unnamed members stay.
    expect(await agent.client.call('sale_update', { ids: [first!, second!], sold: true })).toMatchObject({
      rows: [
        { id: first, sold_at: at, customer: 'Li' },
        { id: second, sold_at: at + 60, customer: '' },
      ],
    })
    const list = async (state: 'stock' | 'sold') =>
      (await agent.client.call('sale_list', { sort: 'id', desc: false, filter: { state } })).rows.map(
        ({ id }) => id,
      )
    expect([await list('sold'), await list('stock')]).toEqual([[first, second], [ids[2]]])
    expect(await update({ sold: false, sale_price: null })).toMatchObject({
      rows: [{ state: 'stock', sold_at: null, sale_price: null, customer: 'Li' }],
    })
    expect(await list('stock')).toEqual([first, ids[2]])
  })

  it('changes with others or not at all', async () => {
    const [one, other] = [await world.seller(), await world.seller()]
    const mine = (await world.take(one.agent, one.allocation, 2)).sales.map(({ id }) => id)
    const theirs = (await world.take(other.agent, other.allocation, 1)).sales[0]!.id
    const sell = (ids: number[]) => one.agent.client.try('sale_update', { ids, sold: true })
    expect(await sell([...mine, theirs])).toMatchObject({ code: 404 })
    await one.agent.client.call('sale_refund', { ids: [mine[1]!] })
    expect(await sell(mine)).toMatchObject(refused('ids'))
    expect((await salesOf(one.agent)).rows.map(({ sold_at }) => sold_at)).toEqual([null, null])
    // The developer reads the agent's text and can't write it.
    const asDeveloper = await one.developer.client.try('sale_update', { ids: [mine[0]!], sold: true })
    expect(asDeveloper).toMatchObject({ code: 403 })
  })
})

describe('the list of sales', () => {
  it('shows agents their own and developers those of their applications, paged, filtered, searched', async () => {
    const { developer, app, agent, allocation } = await world.seller()
    const second = await world.agent(developer)
    const other = await world.give(developer, second, { app, price: 0 })
    const begin = world.server.clock.now()
    await world.take(agent, allocation, 4, { note: 'north' })
    world.server.clock.pass(100)
    const { sales } = await world.take(second, other, 1, { customer: 'Zhang San' })
    expect(await salesOf(agent)).toMatchObject({ total: 4 })
    expect(await salesOf(second)).toMatchObject({ total: 1 })
    const list = (input: object) => developer.client.call('sale_list', input)
    expect(await list({})).toMatchObject({ total: 5 })
    for (const [filter, total] of [
      [{ agent: agent.id }, 4],
      [{ allocation: other }, 1],
      [{ app }, 5],
      [{ app: app + 1000 }, 0],
      [{ state: 'sold' }, 1],
      [{ state: 'stock' }, 4],
      [{ state: 'refunded' }, 0],
      [{ from: begin, to: begin + 100 }, 4],
      [{ from: begin + 100 }, 1],
      [{ to: begin }, 0],
    ] as const)
      expect(await list({ filter }), JSON.stringify(filter)).toMatchObject({ total })
    for (const [search, total] of [
      ['Zhang', 1],
      ['north', 4],
      [sales[0]!.kami, 1],
      ['nobody', 0],
    ] as const)
      expect(await list({ search }), search).toMatchObject({ total })
    const seen: number[] = []
    let after: string | undefined
    do {
      const page = await list({
        size: 2,
        sort: 'taken_at',
        desc: true,
        ...(after !== undefined && { after }),
      })
      seen.push(...page.rows.map(({ id }) => id))
      after = page.next ?? undefined
    } while (after !== undefined)
    expect(seen).toEqual([...seen].sort((a, b) => b - a))
    expect(new Set(seen).size).toBe(5)
  })

  it('keeps a sale whose code was purged', async () => {
    const { developer, agent, allocation } = await world.seller()
    const { sales } = await world.take(agent, allocation, 1)
    changeDatabase(world.server, 'DELETE FROM codes WHERE id = ?', sales[0]!.code)
    const { rows } = await salesOf(agent)
    expect(rows).toMatchObject([{ id: sales[0]!.id, kami: sales[0]!.kami, code: null, used: true }])
    expect(await developer.client.call('sale_refund', { ids: [sales[0]!.id] })).toEqual({
      done: 0,
      skipped: [{ id: sales[0]!.id, reason: 'purged' }],
    })
  })
})

describe('a banned agent', () => {
  it('buys nothing more, its codes refuse, and the developer refunds unused ones', async () => {
    const { developer, app, agent, allocation } = await world.seller({ money: 7000 })
    const { sales } = await world.take(agent, allocation, 2)
    await world.server.act('agent_ban', { id: agent.id, reason: 'fraud' })
    const order = { allocation, count: 1, key: world.key() }
    expect(await agent.client.try('sale_take', order)).toMatchObject({ code: 401 })
    const { kami } = sales[0]!
    expect(await world.server.api('kmlogon', app, { kami, markcode: 'PC' })).toMatchObject({ code: 151 })
    const ids = sales.map(({ id }) => id)
    expect(await developer.client.call('sale_refund', { ids })).toEqual({ done: 2, skipped: [] })
    expect(await world.balance({ ...agent, client: developer.client })).toBe(7000)
  })
})
