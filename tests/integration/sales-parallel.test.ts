import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../support/database.ts'
import { refused, SalesWorld, type Seller } from './sales-world.ts'

let world: SalesWorld

beforeAll(async () => {
  world = await SalesWorld.start()
})
afterAll(() => world.server.end())

/** Sends all calls before any answer, each on its own connection. */
async function allAtOnce(
  calls: readonly { readonly by: Seller; readonly allocation: number; readonly count?: number }[],
) {
  return Promise.all(
    calls.map(({ by, allocation, count = 1 }) =>
      by.client.try('sale_take', { allocation, count, key: world.key() }),
    ),
  )
}
const times = <T>(count: number, value: T) => Array.from({ length: count }, () => value)

/** The rows in the database itself, independent of the actions. */
async function inDatabase(sql: string, ...values: number[]): Promise<unknown> {
  const db = await openDatabase(world.server)
  try {
    return await db.value(sql, ...values)
  } finally {
    await db.close()
  }
}

describe('the last codes of a quota', () => {
  it('give exactly 10 to 50 simultaneous calls', async () => {
    const { developer, app, agent, allocation } = await world.seller({
      quota: 60,
      price: 700,
      money: 100_000,
    })
    await world.take(agent, allocation, 50)
    const replies = await allAtOnce(times(50, { by: agent, allocation }))
    const taken = replies.filter(({ code }) => code === 200)
    expect(taken).toHaveLength(10)
    for (const reply of replies.filter(({ code }) => code !== 200))
      expect(reply).toMatchObject(refused('quota'))
    // Ten different codes.
    const kamis = taken.flatMap(({ msg }) =>
      (msg as { sales: { kami: string }[] }).sales.map(({ kami }) => kami),
    )
    expect(new Set(kamis).size).toBe(10)
    const left = 100_000 - 60 * 700
    expect(await world.allocation(agent, allocation)).toMatchObject({ quota: 60, used: 60 })
    expect(await developer.client.call('code_list', { filter: { app } })).toMatchObject({ total: 60 })
    expect(await developer.client.call('sale_list', { filter: { app } })).toMatchObject({ total: 60 })
    expect(await world.balance(agent)).toBe(left)
    const wholesale = await agent.client.call('ledger_list', { filter: { kind: 'purchase' }, size: 500 })
    expect(wholesale.rows.reduce((sum, { count }) => sum + count, 0)).toBe(60)
    expect(wholesale.rows.reduce((sum, { amount }) => sum + amount, 0)).toBe(-60 * 700)
    expect(await developer.client.call('ledger_verify', {})).toMatchObject({ ok: true })
    expect(await inDatabase('SELECT count(*) FROM codes WHERE app_id = ?', app)).toBe(60)
    expect(await inDatabase('SELECT used FROM allocations WHERE id = ?', allocation)).toBe(60)
    expect(await inDatabase('SELECT sum(balance) FROM ledger_accounts WHERE book_id = ?', developer.id)).toBe(
      0,
    )
  })

  it('give as many as fit to simultaneous calls for several, and never a part of a call', async () => {
    const { developer, app, agent, allocation } = await world.seller({
      quota: 10,
      price: 700,
      money: 100_000,
    })
    const replies = await allAtOnce(times(30, { by: agent, allocation, count: 3 }))
    expect(replies.filter(({ code }) => code === 200)).toHaveLength(3)
    expect(await world.allocation(agent, allocation)).toMatchObject({ used: 9 })
    expect(await developer.client.call('code_list', { filter: { app } })).toMatchObject({ total: 9 })
    expect(await world.balance(agent)).toBe(100_000 - 9 * 700)
  })

  it('give as many as the balance covers where that is less', async () => {
    const { developer, agent, allocation } = await world.seller({
      quota: 100,
      price: 700,
      money: 7 * 700 + 699,
    })
    const replies = await allAtOnce(times(30, { by: agent, allocation }))
    expect(replies.filter(({ code }) => code === 200)).toHaveLength(7)
    for (const reply of replies.filter(({ code }) => code !== 200))
      expect(reply).toMatchObject(refused('balance'))
    expect(await world.balance(agent)).toBe(699)
    // The quota takes back what was refused for the money.
    expect(await world.allocation(agent, allocation)).toMatchObject({ used: 7 })
    expect(await developer.client.call('sale_list', {})).toMatchObject({ total: 7 })
  })

  it('hold when an agent draws and gives to agents below that draw too, all at once', async () => {
    const { developer, app, agent, allocation } = await world.seller({ quota: 40, price: 500 })
    const one = await world.below(agent, allocation, developer, { quota: 10, price: 600 })
    const two = await world.below(agent, allocation, developer, { quota: 10, price: 700 })
    // The agent above has 20 left. A larger quota for the first agent is 15 of them.
    const [replies, more] = await Promise.all([
      allAtOnce([
        ...times(25, { by: agent, allocation }),
        ...times(25, { by: one.agent, allocation: one.allocation }),
        ...times(15, { by: two.agent, allocation: two.allocation }),
      ]),
      agent.client.try('allocation_update', { id: one.allocation, quota: 25 }),
    ])
    const taken = (from: number, to: number) =>
      replies.slice(from, to).filter(({ code }) => code === 200).length
    const [above, first, second] = [taken(0, 25), taken(25, 50), taken(50, 65)]
    const given = more.code === 200 ? 15 : 0
    expect(second).toBe(10)
    expect(first).toBeGreaterThanOrEqual(10)
    expect(first).toBeLessThanOrEqual(10 + given)
    expect(above).toBeLessThanOrEqual(20 - given)
    expect(await world.allocation(agent, allocation)).toMatchObject({ used: 20 + given + above })
    expect(await world.allocation(agent, one.allocation)).toMatchObject({ quota: 10 + given, used: first })
    expect(await world.allocation(agent, two.allocation)).toMatchObject({ used: 10 })
    expect(await developer.client.call('code_list', { filter: { app } })).toMatchObject({
      total: above + first + second,
    })
    expect(await world.balance(one.agent)).toBe(100_000 - first * 600)
    const { rows } = await agent.client.call('ledger_accounts', { filter: { agent: agent.id } })
    expect(rows[0]!.balance).toBe(100_000 - above * 500 + first * 100 + second * 200)
    expect(await inDatabase('SELECT sum(balance) FROM ledger_accounts WHERE book_id = ?', developer.id)).toBe(
      0,
    )
    expect(await developer.client.call('ledger_verify', {})).toMatchObject({ ok: true })
  })
})
