import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PASSWORD } from './operators.ts'
import { refused, SalesWorld, type Seller } from './sales-world.ts'

let world: SalesWorld

beforeAll(async () => {
  world = await SalesWorld.start()
})
afterAll(() => world.server.end())

const refund = ({ client }: Seller, ids: readonly number[]) => client.call('sale_refund', { ids: [...ids] })
const idsOf = (sales: readonly { readonly id: number }[]) => sales.map(({ id }) => id)
const login = (app: number, kami: string) => world.server.api('kmlogon', app, { kami, markcode: 'PC' })

describe('a refund of codes', () => {
  it('brings back the price and the quota, and the code refuses from then on', async () => {
    const { developer, app, agent, allocation } = await world.seller({ quota: 10, price: 700, money: 7000 })
    const { sales } = await world.take(agent, allocation, 3)
    // The refund is the paid price, not today's.
    await developer.client.call('allocation_update', { id: allocation, price: 100, quota: 3 })
    world.server.clock.pass(60)
    const [first, second, third] = sales
    expect(await refund(agent, [first!.id, second!.id])).toEqual({ done: 2, skipped: [] })
    expect(await world.balance(agent)).toBe(7000 - 700)
    expect(await world.allocation(agent, allocation)).toMatchObject({ used: 1, quota: 3 })
    const { rows } = await agent.client.call('sale_list', { sort: 'id', desc: false })
    const now = world.server.clock.now()
    expect(rows.map(({ state, refunded_at }) => [state, refunded_at])).toEqual([
      ['refunded', now],
      ['refunded', now],
      ['stock', null],
    ])
    const seen = await agent.client.call('code_list', { filter: { app } })
    expect(seen.rows.map(({ kami }) => kami)).toEqual([third!.kami])
    expect(await login(app, first!.kami)).not.toMatchObject({ code: 200 })
    expect(await login(app, third!.kami)).toMatchObject({ code: 200 })
    expect((await world.take(agent, allocation, 2)).balance).toBe(7000 - 700 - 200)
  })

  it('happens once', async () => {
    const { agent, allocation } = await world.seller({ price: 700, money: 7000 })
    const ids = idsOf((await world.take(agent, allocation, 2)).sales)
    const answers = await Promise.all(Array.from({ length: 10 }, () => refund(agent, ids)))
    expect(answers.map(({ done }) => done).sort()).toEqual([...Array.from({ length: 9 }, () => 0), 2])
    expect(await refund(agent, [...ids, ids[0]!])).toEqual({
      done: 0,
      skipped: ids.map((id) => ({ id, reason: 'refunded' })),
    })
    expect(await world.balance(agent)).toBe(7000)
    expect(await world.allocation(agent, allocation)).toMatchObject({ used: 0 })
  })

  it('covers unused codes only, and names the others, which stay', async () => {
    const { developer, app, agent, allocation } = await world.seller({ price: 700, money: 7000 })
    const other = await world.agent(developer)
    const [loggedIn, disabled, moved, fine] = (await world.take(agent, allocation, 4)).sales
    await login(app, loggedIn!.kami)
    await developer.client.call('code_update', { ids: [disabled!.code!], disabled: true })
    await developer.client.call('code_update', { ids: [moved!.code!], agent: other.id })
    const foreign = await world.seller()
    const [theirs] = (await world.take(foreign.agent, foreign.allocation, 1)).sales
    const all = [loggedIn!, disabled!, moved!, fine!, theirs!]
    const answer = await refund(agent, [...idsOf(all), 999_999])
    expect(answer.done).toBe(1)
    expect(new Map(answer.skipped.map(({ id, reason }) => [id, reason]))).toEqual(
      new Map([
        [loggedIn!.id, 'used'],
        [disabled!.id, 'disabled'],
        [moved!.id, 'moved'],
        [theirs!.id, 'unknown'],
        [999_999, 'unknown'],
      ]),
    )
    expect(await world.balance(agent)).toBe(7000 - 3 * 700)
    expect(await world.allocation(agent, allocation)).toMatchObject({ used: 3 })
    // The developer may refund a code that moved to another agent: the buyer gets the money.
    expect(await refund(developer, [moved!.id, loggedIn!.id])).toEqual({
      done: 1,
      skipped: [{ id: loggedIn!.id, reason: 'used' }],
    })
    expect(await world.balance(agent)).toBe(7000 - 2 * 700)
  })

  it('refuses a code that was used and freed again', async () => {
    const { developer, app, agent, allocation } = await world.seller()
    const [sale] = (await world.take(agent, allocation, 1)).sales
    await login(app, sale!.kami)
    await developer.client.call('code_unbind', { ids: [sale!.code!] })
    expect(await refund(agent, [sale!.id])).toEqual({ done: 0, skipped: [{ id: sale!.id, reason: 'used' }] })
  })

  it("and a customer's first login at the same moment exclude each other", async () => {
    const { app, agent, allocation } = await world.seller({ quota: 30, price: 700, money: 21_000 })
    const { sales } = await world.take(agent, allocation, 30)
    const [answers, logins] = await Promise.all([
      Promise.all(sales.map(({ id }) => refund(agent, [id]))),
      Promise.all(sales.map(({ kami }) => login(app, kami))),
    ])
    const back = answers.map(({ done }) => done === 1)
    expect(logins.map(({ code }) => code === 200)).toEqual(back.map((isBack) => !isBack))
    const count = back.filter(Boolean).length
    expect(await world.allocation(agent, allocation)).toMatchObject({ used: 30 - count })
    expect(await world.balance(agent)).toBe(count * 700)
  })

  it('covers many purchases at once, each with its own price', async () => {
    const { developer, agent, allocation } = await world.seller({ quota: 10, price: 700, money: 7000 })
    const first = (await world.take(agent, allocation, 2)).sales
    await developer.client.call('allocation_update', { id: allocation, price: 900 })
    const second = (await world.take(agent, allocation, 2)).sales
    expect(await refund(agent, idsOf([...first, ...second]))).toEqual({ done: 4, skipped: [] })
    expect(await world.balance(agent)).toBe(7000)
    const { rows } = await agent.client.call('ledger_list', {
      filter: { kind: 'refund' },
      sort: 'id',
      desc: false,
    })
    expect(rows.map(({ amount, count }) => [amount, count])).toEqual([
      [1400, 2],
      [1800, 2],
    ])
  })

  it('covers codes that the developer deleted', async () => {
    const { developer, agent, allocation } = await world.seller({ price: 700, money: 700 })
    const [sale] = (await world.take(agent, allocation, 1)).sales
    await developer.client.call('code_delete', { ids: [sale!.code!] })
    expect(await refund(agent, [sale!.id])).toEqual({ done: 1, skipped: [] })
    expect(await world.balance(agent)).toBe(700)
  })
})

describe('sales of agents below agents', () => {
  /** Three agents, each below the one before, who pay 500, 700 and 900 for one code. */
  async function chain(money = 10_000) {
    const first = await world.seller({ quota: 100, price: 500, money })
    const { developer, app } = first
    const second = await world.below(first.agent, first.allocation, developer, {
      quota: 50,
      price: 700,
      money,
    })
    const third = await world.below(second.agent, second.allocation, developer, {
      quota: 20,
      price: 900,
      money,
    })
    const balances = async () => {
      const { rows } = await developer.client.call('ledger_accounts', { sort: 'id', desc: false })
      return rows.map(({ balance }) => balance)
    }
    return { developer, app, first, second, third, balances }
  }

  it('cost each agent its own price, and each agent above keeps the difference', async () => {
    const { app, developer, first, second, third, balances } = await chain()
    const { sales } = await world.take(third.agent, third.allocation, 3)
    expect(await balances()).toEqual([10_000 + 3 * 200, 10_000 + 3 * 200, 10_000 - 3 * 900])
    // The given quota counts as taken for the agent above, however much of it is drawn.
    expect(await world.allocation(first.agent, first.allocation)).toMatchObject({ used: 50 })
    expect(await world.allocation(second.agent, second.allocation)).toMatchObject({ used: 20 })
    expect(await world.allocation(third.agent, third.allocation)).toMatchObject({ used: 3 })
    // A customer belongs to the agent that sold: no agent above lists the customer.
    expect(sales).toMatchObject([{ agent: third.agent.id, price: 900 }, {}, {}])
    const seen = await third.agent.client.call('code_list', {})
    expect(new Set(seen.rows.map(({ kami }) => kami))).toEqual(new Set(sales.map(({ kami }) => kami)))
    for (const { agent } of [first, second]) {
      for (const list of ['sale_list', 'code_list', 'device_list'] as const)
        expect(await agent.client.call(list, {})).toMatchObject({ total: 0 })
    }
    expect(await developer.client.call('sale_list', { filter: { app } })).toMatchObject({ total: 3 })
    // Each agent learns its own payment or commission, and nobody else's.
    const lineOf = async ({ client }: Seller) => (await client.call('ledger_list', {})).rows[0]
    const line = { kind: 'purchase', count: 3, by: third.agent.name }
    expect(await lineOf(third.agent)).toMatchObject({ ...line, what: 'wholesale', amount: -2700 })
    for (const { agent } of [first, second])
      expect(await lineOf(agent)).toMatchObject({
        ...line,
        what: 'commission',
        amount: 600,
        reference: '',
        note: '',
      })
    for (const price of [500, 700])
      expect(JSON.stringify(await third.agent.client.call('allocation_list', {}))).not.toContain(
        `"price":${price}`,
      )
  })

  it('are refunded along the same way, whatever the prices are by then', async () => {
    const { developer, first, second, third, balances } = await chain()
    const { sales } = await world.take(third.agent, third.allocation, 3)
    await developer.client.call('allocation_update', { id: first.allocation, price: 650 })
    await first.agent.client.call('allocation_update', { id: second.allocation, price: 1 })
    expect(await refund(third.agent, idsOf(sales.slice(0, 2)))).toEqual({ done: 2, skipped: [] })
    expect(await balances()).toEqual([10_000 + 200, 10_000 + 200, 10_000 - 900])
    expect(await world.allocation(third.agent, third.allocation)).toMatchObject({ used: 1 })
    expect(await world.allocation(second.agent, second.allocation)).toMatchObject({ used: 20 })
    // Only the buyer and the developer may refund.
    const rest = [sales[2]!.id]
    for (const { agent } of [first, second])
      expect(await refund(agent, rest)).toEqual({ done: 0, skipped: [{ id: rest[0], reason: 'unknown' }] })
    expect(await refund(developer, rest)).toEqual({ done: 1, skipped: [] })
    expect(await balances()).toEqual([10_000, 10_000, 10_000])
  })

  it('below the own price cost the agent above the rest', async () => {
    const { developer, first, second, third, balances } = await chain(1000)
    await second.agent.client.call('allocation_update', { id: third.allocation, price: 100 })
    // The agent in the middle pays 700 and gets 100.
    const { sales } = await world.take(third.agent, third.allocation, 1)
    expect(await balances()).toEqual([1200, 400, 900])
    const again = { allocation: third.allocation, count: 1, key: world.key() }
    expect(await third.agent.client.try('sale_take', again)).toMatchObject(refused('balance'))
    expect(await balances()).toEqual([1200, 400, 900])
    expect(await refund(third.agent, idsOf(sales))).toMatchObject({ done: 1 })
    expect(await balances()).toEqual([1000, 1000, 1000])
    expect(await world.allocation(first.agent, first.allocation)).toMatchObject({ used: 50 })
    expect(await developer.client.call('ledger_verify', {})).toMatchObject({ ok: true })
  })

  it('are not refunded when the commission is spent, and the other sales are', async () => {
    const { developer, first, second, third } = await chain(5000)
    const { sales } = await world.take(third.agent, third.allocation, 2)
    await developer.client.call('step_up', { password: PASSWORD })
    const all = { agent: second.agent.id, amount: 5400, key: world.key() }
    await developer.client.call('ledger_payout', all)
    const own = await world.take(first.agent, first.allocation, 1)
    expect(await refund(third.agent, idsOf(sales))).toEqual({
      done: 0,
      skipped: idsOf(sales).map((id) => ({ id, reason: 'balance' })),
    })
    const { rows } = await third.agent.client.call('sale_list', {})
    expect(rows.map(({ state }) => state)).toEqual(['stock', 'stock'])
    expect(await world.allocation(third.agent, third.allocation)).toMatchObject({ used: 2 })
    expect(await refund(developer, [...idsOf(sales), ...idsOf(own.sales)])).toMatchObject({ done: 1 })
    await world.pay(developer, second.agent, 400)
    expect(await refund(third.agent, idsOf(sales))).toEqual({ done: 2, skipped: [] })
  })
})

it('a purchase of codes with several seats counts and costs like as many codes, and a refund returns them', async () => {
  const { developer, app, agent, allocation } = await world.seller({ quota: 10, price: 700, money: 9000 })
  const order = { allocation, count: 2, seats: 3, key: world.key() }
  const take = (more: object = {}) => agent.client.try('sale_take', { ...order, ...more })
  expect(await take()).toMatchObject({ code: 422, fields: { seats: 'one_account' } })
  await developer.client.call('app_update', { app, several_accounts: true })
  expect(await agent.client.call('allocation_list', {})).toMatchObject({
    rows: [{ several_accounts: true }],
  })
  for (const answer of [await take(), await take()])
    expect(answer).toMatchObject({
      code: 200,
      msg: { balance: 9000 - 6 * 700, sales: [1, 2].map(() => ({ seats: 3, price: 2100 })) },
    })
  expect(await take({ seats: 2 })).toMatchObject(refused('key'))
  expect(await take({ count: 1, seats: 5, key: world.key() })).toMatchObject(refused('quota'))
  expect(await world.allocation(agent, allocation)).toMatchObject({ used: 6 })
  expect(
    (await developer.client.call('code_list', { filter: { app } })).rows.map(({ seats }) => seats),
  ).toEqual([3, 3])
  const { rows: sales } = await agent.client.call('sale_list', { sort: 'id', desc: false })
  const { kami } = sales[0]!
  const logins = [1, 2, 3, 4].map((login) =>
    world.server.api('kmlogon', app, { kami, markcode: `${login}00@Seats` }),
  )
  expect((await Promise.all(logins)).map(({ code }) => code).sort()).toEqual([150, 200, 200, 200])
  expect(await refund(developer, idsOf(sales))).toMatchObject({
    done: 1,
    skipped: [{ id: sales[0]!.id, reason: 'used' }],
  })
  expect(await world.balance(agent)).toBe(9000 - 3 * 700)
  expect(await world.allocation(agent, allocation)).toMatchObject({ used: 3 })
})
