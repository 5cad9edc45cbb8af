import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { applyPragmas } from '../../src-server/store/sqlite/open.ts'
import { SalesWorld } from './sales-world.ts'

let world: SalesWorld
let db: Database.Database

/**
 * Two developers' books; in the first, an agent and one below it, with purchases, refunds and every kind of
 * posting.
 */
beforeAll(async () => {
  world = await SalesWorld.start()
  const { developer, agent, allocation } = await world.seller({ quota: 10, price: 700, money: 5000 })
  await world.below(agent, allocation, developer, { quota: 5, price: 900, money: 5000 })
  const { sales } = await world.take(agent, allocation, 2)
  await agent.client.call('sale_refund', { ids: [sales[0]!.id] })
  await world.seller({ money: 10 })
  db = new Database(join(world.server.folder, 'pulsekey.db'))
  applyPragmas(db)
})
afterAll(async () => {
  db.close()
  await world.server.end()
})

const TABLES = ['ledger_transactions', 'ledger_transfers', 'allocation_changes'] as const
const number = (sql: string) => db.prepare<[], number>(sql).pluck().get()!
/** Every row of the ledger and every balance. */
const all = () =>
  ['ledger_accounts', ...TABLES].map((table) => db.prepare(`SELECT * FROM ${table} ORDER BY id`).all())

function refuses(sql: string, message: RegExp): void {
  const before = all()
  expect(() => db.prepare(sql).run(), sql).toThrow(message)
  expect(all()).toEqual(before)
}

const agentAccount = () => number(`SELECT min(id) FROM ledger_accounts WHERE kind = 'agent' AND balance > 0`)
const houseOf = (account: number) =>
  number(
    `SELECT min(id) FROM ledger_accounts WHERE kind <> 'agent'
      AND book_id = (SELECT book_id FROM ledger_accounts WHERE id = ${account})`,
  )
const transactionOf = (account: number) =>
  number(
    `SELECT max(id) FROM ledger_transactions
      WHERE book_id = (SELECT book_id FROM ledger_accounts WHERE id = ${account})`,
  )
const transfer = (from: number, to: number, amount: number | string, of = transactionOf(from)) =>
  `INSERT INTO ledger_transfers (transaction_id, from_id, to_id, amount, what, at)
    VALUES (${of}, ${from}, ${to}, ${amount}, 'correction', 1)`

describe('the append-only ledger', () => {
  const columns = [
    ['ledger_transactions', 'book_id = book_id + 1'],
    ['ledger_transactions', `kind = 'topup'`],
    ['ledger_transactions', `note = 'other'`],
    ['ledger_transactions', 'at = at + 1'],
    ['ledger_transfers', 'amount = amount + 1'],
    ['ledger_transfers', 'from_id = to_id, to_id = from_id'],
    ['ledger_transfers', 'transaction_id = 1'],
    ['ledger_transfers', 'at = 0'],
    ['allocation_changes', 'price = 0'],
    ['allocation_changes', 'at = 0'],
  ] as const

  it.each(columns)('%s: refuses an update of %s', (table, change) => {
    expect(number(`SELECT count(*) FROM ${table}`)).toBeGreaterThan(2)
    refuses(`UPDATE ${table} SET ${change}`, /append-only/)
    refuses(`UPDATE ${table} SET ${change} WHERE id = (SELECT max(id) FROM ${table})`, /append-only/)
  })

  it.each(TABLES)('%s: refuses a deletion', (table) => {
    refuses(`DELETE FROM ${table}`, /append-only/)
    refuses(`DELETE FROM ${table} WHERE id = (SELECT min(id) FROM ${table})`, /append-only|FOREIGN KEY/)
  })
})

describe('the balanced ledger', () => {
  it('pairs every transfer: what one ledger account gives, another gets', () => {
    const [agent, books] = [agentAccount(), number('SELECT count(DISTINCT book_id) FROM ledger_accounts')]
    const house = houseOf(agent)
    const balances = () => db.prepare('SELECT id, balance FROM ledger_accounts ORDER BY id').all()
    const before = balances() as { id: number; balance: number }[]
    db.prepare(transfer(agent, house, 3)).run()
    expect(balances()).toEqual(
      before.map(({ id, balance }) => ({
        id,
        balance: balance + (id === agent ? -3 : id === house ? 3 : 0),
      })),
    )
    const sums = db.prepare('SELECT sum(balance) FROM ledger_accounts GROUP BY book_id').pluck().all()
    expect(sums).toEqual(Array.from({ length: books }, () => 0))
  })

  it('refuses a transfer of zero, of a negative sum, to the same ledger account, or into other books', () => {
    const agent = agentAccount()
    const house = houseOf(agent)
    const foreign = number(
      `SELECT max(id) FROM ledger_accounts WHERE book_id <> (SELECT book_id FROM ledger_accounts WHERE id = ${agent})`,
    )
    for (const amount of [0, -5, 'NULL']) refuses(transfer(agent, house, amount), /positive|NOT NULL/)
    refuses(transfer(agent, agent, 5), /ledger_transfers_two|within one book/)
    refuses(transfer(agent, foreign, 5), /within one book/)
    refuses(transfer(foreign, agent, 5), /within one book/)
    refuses(transfer(agent, house, 5, transactionOf(foreign)), /within one book/)
    refuses(transfer(agent, house, 5, 999_999), /within one book|FOREIGN KEY/)
    refuses(transfer(agent, 999_999, 5), /within one book|FOREIGN KEY/)
  })

  it('keeps every agent within its credit', () => {
    const agent = agentAccount()
    const balance = number(`SELECT balance FROM ledger_accounts WHERE id = ${agent}`)
    refuses(transfer(agent, houseOf(agent), balance + 1), /ledger_accounts_covered/)
    refuses(`UPDATE ledger_accounts SET balance = -1 WHERE id = ${agent}`, /ledger_accounts_covered/)
    refuses(`UPDATE ledger_accounts SET credit = -1 WHERE id = ${agent}`, /ledger_accounts_(credit|covered)/)
  })

  it('refuses to delete a ledger account with transfers', () => {
    refuses(`DELETE FROM ledger_accounts WHERE id = ${agentAccount()}`, /FOREIGN KEY/)
  })

  it.each([...TABLES, 'audit'])('%s: refuses to replace a row', (table) => {
    const rows = () => db.prepare(`SELECT * FROM ${table} ORDER BY id`).all()
    const before = rows()
    for (const order of ['ASC', 'DESC'])
      refuses(`REPLACE INTO ${table} SELECT * FROM ${table} ORDER BY id ${order} LIMIT 1`, /append-only/)
    expect(rows()).toEqual(before)
  })

  it('holds an act once in a book', () => {
    refuses(
      `INSERT INTO ledger_transactions (book_id, kind, key, reference, note, by_id, by, at)
        SELECT book_id, kind, key, '', '', 1, 'x', 1 FROM ledger_transactions LIMIT 1`,
      /UNIQUE/,
    )
  })
})

describe('a quota', () => {
  it('never falls below zero or exceeds its total', () => {
    const refusesAllocation = (set: string) => {
      expect(() => db.prepare(`UPDATE allocations SET ${set}`).run(), set).toThrow(/allocations_/)
    }
    for (const set of ['used = -1', 'used = quota + 1', 'quota = used - 1', 'price = -1'])
      refusesAllocation(set)
  })

  it('exists once for a kind of code', () => {
    expect(() =>
      db
        .prepare(
          `INSERT INTO allocations (agent_id, app_id, type, seconds, "left", quota, price, created_at)
            SELECT agent_id, app_id, type, seconds, "left", 1, 1, 1 FROM allocations LIMIT 1`,
        )
        .run(),
    ).toThrow(/UNIQUE/)
  })
})
