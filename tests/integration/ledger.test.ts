import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changeDatabase, PASSWORD } from './operators.ts'
import { refused, SalesWorld, type Seller } from './sales-world.ts'

let world: SalesWorld

beforeAll(async () => {
  world = await SalesWorld.start()
})
afterAll(() => world.server.end())

/** A developer with a recent password, and one of the developer's agents without money. */
async function books(money = 0) {
  const made = await world.seller({ quota: 100, price: 700, money })
  await made.developer.client.call('step_up', { password: PASSWORD })
  return made
}
const linesOf = async ({ client }: Seller, input: object = {}) =>
  (await client.call('ledger_list', { sort: 'id', desc: false, size: 500, ...input })).rows

describe('money of an agent', () => {
  it('is deposited, withdrawn and corrected, and each line shows the balance after it', async () => {
    const { developer, agent, allocation } = await books()
    const send = (name: string, amount: number, more: object = {}) =>
      developer.client.try(name, { agent: agent.id, amount, key: world.key(), note: 'x', ...more })
    expect(await send('ledger_topup', 5000, { reference: 'bank 7', note: 'May' })).toMatchObject({
      code: 200,
      msg: { book: developer.id, book_name: developer.name, agent: agent.id, balance: 5000, credit: 0 },
    })
    await world.take(agent, allocation, 2)
    expect(await send('ledger_correct', -100, { note: 'paid twice' })).toMatchObject({
      msg: { balance: 3500 },
    })
    expect(await send('ledger_correct', 50, { note: 'a gift' })).toMatchObject({ msg: { balance: 3550 } })
    expect(await send('ledger_payout', 3000)).toMatchObject({ msg: { balance: 550 } })
    for (const who of [agent, developer]) {
      const lines = await linesOf(who, { filter: { agent: agent.id } })
      expect(
        lines.map(({ kind, what, amount, balance, count }) => [kind, what, amount, balance, count]),
      ).toEqual([
        ['topup', 'topup', 5000, 5000, 0],
        ['purchase', 'wholesale', -1400, 3600, 2],
        ['correction', 'correction', -100, 3500, 0],
        ['correction', 'correction', 50, 3550, 0],
        ['payout', 'payout', -3000, 550, 0],
      ])
      expect(lines[0]).toMatchObject({
        reference: 'bank 7',
        note: 'May',
        by: developer.name,
        at: world.server.clock.now(),
      })
      expect(lines[1]).toMatchObject({ by: agent.name })
    }
  })

  it('is paid out up to the balance, never from the credit', async () => {
    const { developer, agent, allocation } = await books(1000)
    await developer.client.call('ledger_credit_set', { agent: agent.id, credit: 5000 })
    const payOut = (amount: number) =>
      developer.client.try('ledger_payout', { agent: agent.id, amount, key: world.key() })
    expect(await payOut(1001)).toMatchObject(refused('amount'))
    expect(await payOut(1000)).toMatchObject({ code: 200, msg: { balance: 0 } })
    await world.take(agent, allocation, 1)
    expect(await payOut(1)).toMatchObject(refused('amount'))
    const correct = (amount: number) =>
      developer.client.try('ledger_correct', { agent: agent.id, amount, key: world.key(), note: 'x' })
    expect(await correct(-4301)).toMatchObject(refused('balance'))
    expect(await correct(-4300)).toMatchObject({ code: 200, msg: { balance: -5000 } })
  })

  it.each(['ledger_topup', 'ledger_payout', 'ledger_correct'] as const)(
    '%s runs once for a repeated key, also in parallel, and is refused with a different sum',
    async (name) => {
      const { developer, agent } = await books(5000)
      const order = { agent: agent.id, amount: 300, key: world.key(), note: 'x' }
      const answers = await Promise.all(Array.from({ length: 8 }, () => developer.client.call(name, order)))
      const balance = name === 'ledger_payout' ? 4700 : 5300
      for (const answer of answers) expect(answer).toMatchObject({ balance })
      expect(await developer.client.try(name, { ...order, amount: 301 })).toMatchObject(refused('key'))
      const second = await world.agent(developer)
      expect(await developer.client.try(name, { ...order, agent: second.id })).toMatchObject(refused('key'))
      expect(await world.balance(agent)).toBe(balance)
      expect(await linesOf(agent)).toHaveLength(2)
    },
  )

  it('is a whole, nonzero number of minor units within bounds', async () => {
    const { developer, agent } = await books()
    for (const name of ['ledger_topup', 'ledger_payout']) {
      for (const amount of [0, -1, 0.5, 1_000_000_000_001, '5', null]) {
        const reply = await developer.client.try(name, { agent: agent.id, amount, key: world.key() })
        expect(reply, `${name} ${String(amount)}`).toMatchObject({ code: 422 })
      }
    }
    const correct = (order: object) =>
      developer.client.try('ledger_correct', {
        agent: agent.id,
        amount: 5,
        key: world.key(),
        note: 'x',
        ...order,
      })
    expect(await correct({ amount: 0 })).toMatchObject({ code: 422 })
    expect(await correct({ note: '' })).toMatchObject({
      code: 422,
      fields: { note: expect.any(String) as string },
    })
    expect(await world.balance(agent)).toBe(0)
  })

  it("is separate for each developer's books: an agent has a ledger account in each", async () => {
    const { developer, agent } = await books(1000)
    const other = await world.developer()
    const app = await world.app(other)
    await world.server.act('allocation_create', {
      agent: agent.id,
      app,
      type: 'permanent',
      quota: 1,
      price: 1,
    })
    await world.pay(other, agent, 50)
    const { rows } = await agent.client.call('ledger_accounts', { sort: 'id', desc: false })
    expect(rows.map(({ book, balance }) => [book, balance])).toEqual([
      [developer.id, 1000],
      [other.id, 50],
    ])
    expect((await developer.client.call('ledger_accounts', {})).rows).toMatchObject([{ balance: 1000 }])
    // With several ledger accounts the call has to name one.
    expect(await agent.client.try('ledger_list', {})).toMatchObject({
      code: 422,
      fields: { book: 'required' },
    })
    expect(await linesOf(agent, { filter: { book: other.id } })).toMatchObject([{ amount: 50, balance: 50 }])
    // The money in one pays nothing in the other.
    const [allocation] = (await agent.client.call('allocation_list', { filter: { app } })).rows
    expect((await world.take(agent, allocation!.id, 1)).balance).toBe(49)
    expect(
      await developer.client.try('ledger_statement', { agent: agent.id, book: other.id, from: 0, to: 1 }),
    ).toMatchObject({ code: 404 })
    // The owner reads all books and moves no money in those of others.
    const owner = await world.server.owner()
    await owner.call('step_up', { password: 'correct horse battery' })
    expect(await owner.call('ledger_accounts', { filter: { agent: agent.id } })).toMatchObject({ total: 2 })
    const order = { agent: agent.id, amount: 5, key: world.key() }
    expect(await owner.try('ledger_topup', order)).toMatchObject({ code: 404 })
  })

  it('is shown of agents right below as a balance only', async () => {
    const { developer, agent, allocation } = await books(1000)
    const below = await world.below(agent, allocation, developer, { quota: 5, price: 800, money: 300 })
    const third = await world.below(below.agent, below.allocation, developer, {
      quota: 1,
      price: 900,
      money: 7,
    })
    const seenBy = async ({ client }: Seller) =>
      (await client.call('ledger_accounts', { sort: 'id', desc: false })).rows.map(({ agent, balance }) => [
        agent,
        balance,
      ])
    expect(await seenBy(agent)).toEqual([
      [agent.id, 1000],
      [below.agent.id, 300],
    ])
    expect(await seenBy(third.agent)).toEqual([[third.agent.id, 7]])
    for (const { id } of [below.agent, third.agent]) {
      expect(await agent.client.try('ledger_list', { filter: { agent: id } })).toMatchObject({ code: 404 })
      expect(await agent.client.try('ledger_statement', { agent: id, from: 0, to: 1 })).toMatchObject({
        code: 404,
      })
    }
  })
})

describe('ledger lines', () => {
  it('are paged from both ends with the balance after each, and filtered', async () => {
    const { developer, agent } = await books()
    const amounts = [100, 200, -50, 400, -30, 600, 700]
    for (const amount of amounts) {
      const order = { agent: agent.id, amount, key: world.key(), note: 'x' }
      await developer.client.call('ledger_correct', order)
      world.server.clock.pass(10)
    }
    const balances = amounts.map((_, i) => amounts.slice(0, i + 1).reduce((sum, amount) => sum + amount))
    const expected = amounts.map((amount, i) => [amount, balances[i]])
    for (const desc of [false, true]) {
      for (const way of ['after', 'page'] as const) {
        const seen: (number | undefined)[][] = []
        for (let page = 1, after: string | undefined; ;) {
          const place = way === 'page' ? { page } : after === undefined ? {} : { after }
          const answer = await agent.client.call('ledger_list', { size: 3, sort: 'id', desc, ...place })
          expect(answer.total).toBe(7)
          seen.push(...answer.rows.map(({ amount, balance }) => [amount, balance]))
          after = answer.next ?? undefined
          if (answer.rows.length < 3) break
          page++
        }
        expect(seen, `${way} ${String(desc)}`).toEqual(desc ? [...expected].reverse() : expected)
      }
    }
    const end = world.server.clock.now()
    const within = await linesOf(agent, { filter: { from: end - 50, to: end - 20 } })
    expect(within.map(({ amount, balance }) => [amount, balance])).toEqual(expected.slice(2, 5))
    expect(await linesOf(agent, { filter: { kind: 'topup' } })).toEqual([])
  })
})

describe('ledger_verify', () => {
  it("finds a balance that differs from its transfers, and a developer's check covers the developer's own books", async () => {
    const [one, other] = [await books(1000), await books(2000)]
    await world.take(one.agent, one.allocation, 1)
    expect(await one.developer.client.call('ledger_verify', {})).toEqual({
      ok: true,
      // The ledger accounts of the agent, of cash and of sales.
      accounts: 3,
      transfers: 2,
      broken: [],
    })
    changeDatabase(
      world.server,
      'UPDATE ledger_accounts SET balance = balance + 1 WHERE agent_id = ?',
      one.agent.id,
    )
    const found = await one.developer.client.call('ledger_verify', {})
    expect(found).toMatchObject({
      ok: false,
      accounts: 3,
      broken: [{ kind: 'agent', agent_name: one.agent.name, book_name: one.developer.name }],
    })
    expect(await other.developer.client.call('ledger_verify', {})).toMatchObject({ ok: true, broken: [] })
    const owner = await world.server.owner()
    expect(await owner.call('ledger_verify', {})).toMatchObject({ ok: false, broken: found.broken })
    changeDatabase(
      world.server,
      'UPDATE ledger_accounts SET balance = balance - 1 WHERE agent_id = ?',
      one.agent.id,
    )
    expect(await owner.call('ledger_verify', {})).toMatchObject({ ok: true })
  })
})
