import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changeDatabase, PASSWORD } from './operators.ts'
import { SalesWorld, type Seller } from './sales-world.ts'

let world: SalesWorld

beforeAll(async () => {
  world = await SalesWorld.start()
})
afterAll(() => world.server.end())

const DAY = 86_400
/** A developer with a recent password, and one of the developer's agents without money. */
async function books(money = 0) {
  const made = await world.seller({ quota: 100, price: 700, money })
  await made.developer.client.call('step_up', { password: PASSWORD })
  return made
}
const linesOf = async ({ client }: Seller, input: object = {}) =>
  (await client.call('ledger_list', { sort: 'id', desc: false, size: 500, ...input })).rows

describe('an account statement', () => {
  it('adds up month by month: opening balance, lines, closing balance', async () => {
    const { developer: first, agent: seller, allocation } = await books()
    const under = await world.below(seller, allocation, first, { quota: 20, price: 1000, money: 50_000 })
    let [developer, agent, below] = [first, seller, under.agent]
    const begin = world.server.clock.now()
    const months: { from: number; to: number }[] = []
    for (let month = 0; month < 3; month++) {
      const from = world.server.clock.now()
      await world.pay(developer, agent, 10_000)
      const { sales } = await world.take(agent, allocation, 3)
      await world.take(below, under.allocation, 2)
      world.server.clock.pass(10 * DAY)
      ;[developer, agent, below] = [
        await world.again(developer),
        await world.again(agent),
        await world.again(below),
      ]
      await agent.client.call('sale_refund', { ids: [sales[0]!.id] })
      const order = { agent: agent.id, key: world.key(), note: 'x' }
      await developer.client.call('ledger_correct', { ...order, amount: -11 })
      await developer.client.call('ledger_payout', { ...order, amount: 500 })
      // The first second of the next month belongs to the next month.
      world.server.clock.pass(20 * DAY)
      ;[developer, agent, below] = [
        await world.again(developer),
        await world.again(agent),
        await world.again(below),
      ]
      months.push({ from, to: world.server.clock.now() })
    }
    // 3 purchases at 700, 1 of them refunded, 2 commissions of 300.
    const change = 10_000 - 2100 + 600 + 700 - 11 - 500
    for (const [month, span] of months.entries()) {
      const statement = await agent.client.call('ledger_statement', { agent: agent.id, ...span })
      expect(statement).toMatchObject({
        account: { agent: agent.id, balance: 3 * change },
        opening: month * change,
        closing: (month + 1) * change,
        sums: {
          topup: 10_000,
          payout: -500,
          wholesale: -2100,
          commission: 600,
          refund: 700,
          correction: -11,
        },
        taken: 3,
        refunded: 1,
        is_cut: false,
      })
      expect(statement.lines).toHaveLength(6)
      let balance = statement.opening
      for (const line of statement.lines) {
        balance += line.amount
        expect(line.balance).toBe(balance)
      }
      expect(balance).toBe(statement.closing)
      expect(await developer.client.call('ledger_statement', { agent: agent.id, ...span })).toEqual(statement)
    }
    const all = await agent.client.call('ledger_statement', {
      agent: agent.id,
      from: begin,
      to: months[2]!.to,
    })
    expect(all).toMatchObject({ opening: 0, closing: 3 * change, taken: 9, refunded: 3 })
    expect(all.lines).toEqual(await linesOf(agent))
    const before = await agent.client.call('ledger_statement', { agent: agent.id, from: 0, to: begin })
    expect(before).toMatchObject({ opening: 0, closing: 0, lines: [], taken: 0, refunded: 0 })
    for (const to of [begin, begin - 1])
      expect(await agent.client.try('ledger_statement', { agent: agent.id, from: begin, to })).toMatchObject({
        code: 422,
        fields: { to: expect.any(String) as string },
      })
  })

  it('cuts a long list of lines, and its sums include all lines', async () => {
    const { developer, agent } = await books()
    const { rows } = await developer.client.call('ledger_accounts', {})
    expect(rows).toHaveLength(1)
    const at = world.server.clock.now()
    const of = [developer.id, agent.id] as const
    // 2500 acts as the ledger stores them.
    changeDatabase(
      world.server,
      `INSERT INTO ledger_transactions (book_id, kind, key, reference, note, by_id, by, at)
        WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < 2500)
        SELECT ?, 'correction', 'many ' || value, '', '', 1, 'x', ? FROM n`,
      developer.id,
      at,
    )
    changeDatabase(
      world.server,
      `INSERT INTO ledger_accounts (book_id, kind, created_at) VALUES (?, 'revenue', ?)`,
      developer.id,
      at,
    )
    changeDatabase(
      world.server,
      `INSERT INTO ledger_transfers (transaction_id, from_id, to_id, amount, what, at)
        SELECT id, (SELECT id FROM ledger_accounts WHERE book_id = ? AND kind = 'revenue'),
          (SELECT id FROM ledger_accounts WHERE book_id = ? AND agent_id = ?), 2, 'correction', at
        FROM ledger_transactions WHERE key LIKE 'many %'`,
      developer.id,
      ...of,
    )
    const statement = await agent.client.call('ledger_statement', { agent: agent.id, from: at, to: at + 1 })
    expect(statement).toMatchObject({ is_cut: true, closing: 5000, sums: { correction: 5000 } })
    expect(statement.lines).toHaveLength(2000)
    expect(statement.lines.at(-1)).toMatchObject({ balance: 4000 })
  })
})
