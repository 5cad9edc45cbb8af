import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cryptoRandom } from '../../src-server/entry/adapters/system.ts'
import { createSalesServices } from '../../src-server/services/sales/create-sales-services.ts'
import { ApplicationRegistry } from '../../src-server/services/applications/application-registry.ts'
import type { Store } from '../../src-server/store/store.ts'
import { CodeJournal } from '../../src-server/telemetry/code-journal.ts'
import { DroppedWork } from '../../src-server/telemetry/dropped-work.ts'
import { createRandom } from '../simulator/random.ts'
import { accountOf } from './ledger-model.ts'
import { LedgerRun, type Agent, type Book } from './ledger-run.ts'
import { SalesWorld, type Seller } from './sales-world.ts'
import { SEED } from '../support/seed.ts'

/** The number that `npm test` runs: enough for every kind of act. */
const MANY = 5000
const OPERATIONS = Number(process.env['LEDGER_OPERATIONS'] ?? 1500)
const EVERYTHING = ['take', 'take, refused', 'refund', 'refund, refused', 'payout, refused', 'terms, refused']
/**
 * Acts that are sent together share commits, like calls of many people, and run in the order in which they
 * are sent.
 */
const TOGETHER = 6

let world: SalesWorld

beforeAll(async () => {
  world = await SalesWorld.start()
})
afterAll(() => world.server.end())

/** Two developers, an agent of each with two levels below it, and one agent that sells for both. */
async function people() {
  const books: Book[] = []
  for (let n = 0; n < 2; n++) {
    const developer = await world.developer()
    const app = await world.app(developer)
    await developer.client.call('app_update', { app, several_accounts: true })
    books.push({ ...developer, app })
  }
  const agents: Agent[] = []
  const add = async (by: Seller, parent: Agent | undefined, of: number[]) => {
    const agent: Agent = { ...(await world.agent(by)), parent, below: [], books: of }
    parent?.below.push(agent)
    agents.push(agent)
    return agent
  }
  for (const book of books) {
    const first = await add(book, undefined, [book.id])
    const second = await add(first, first, [book.id])
    await add(first, first, [book.id])
    await add(second, second, [book.id])
  }
  const both = await add(books[0]!, undefined, [books[0]!.id, books[1]!.id])
  const other = { agent: both.id, app: books[1]!.app, type: 'points', amount: 1, quota: 0, price: 0 } as const
  await world.server.act('allocation_create', other)
  return { books, agents }
}

/** The use cases over the server's own store. The commits here don't wait for the disk. */
async function useCases() {
  const real = world.server.store
  const store: Store = {
    ...real,
    read: real.read.bind(real),
    write: (unit) => real.write(unit, { durable: false }),
  }
  const registry = new ApplicationRegistry()
  await registry.load(store)
  const journal = new CodeJournal(world.server.running.stores.telemetry, new DroppedWork(world.server.log))
  // Stock is given over HTTP: nothing here requests an application.
  const applications = undefined as never
  return createSalesServices({
    store,
    registry,
    applications,
    journal,
    clock: world.server.clock,
    random: cryptoRandom,
  })
}

/** One after another: later calls need these answers. */
async function alone(run: LedgerRun, at: number): Promise<void> {
  if (at < 0.55) await run.refund()
  else if (at < 0.75) await run.again()
  else if (at < 0.83) await run.give()
  else await run.use()
}

function together(run: LedgerRun, at: number): Promise<void> {
  if (at < 0.45) return run.take()
  if (at < 0.65) return run.money('topup')
  if (at < 0.73) return run.money('payout')
  if (at < 0.8) return run.money('correction')
  if (at < 0.84) return run.credit()
  return run.change()
}

it(`the books balance after ${OPERATIONS} random operations`, { timeout: 240_000 }, async () => {
  console.log(`TEST_SEED=${SEED}`)
  const random = createRandom(SEED, 'ledger')
  const everybody = await people()
  const run = new LedgerRun(random, world, await useCases(), everybody)
  for (let n = 0; n < 6; n++) await run.give()
  const began = performance.now()
  for (let done = 0; done < OPERATIONS;) {
    await Promise.all(Array.from({ length: TOGETHER }, () => together(run, random.next())))
    for (let n = 0; n < 2; n++) await alone(run, random.next())
    done += TOGETHER + 2
    if (random.chance(0.1)) world.server.clock.pass(1)
  }
  console.log(`${Math.round(performance.now() - began)} ms`, run.counts)
  if (OPERATIONS >= MANY)
    for (const what of EVERYTHING) expect(run.counts[what], what).toBeGreaterThan(MANY / 1000)
  await compareAll(run, everybody.books)
})

/** The database, read directly, against the model and against itself. */
async function compareAll({ model }: LedgerRun, books: readonly Book[]): Promise<void> {
  const db = new Database(join(world.server.folder, 'pulsekey.db'), { readonly: true })
  const all = <R>(sql: string) => db.prepare<[], R>(sql).all()
  const accounts = all<{
    book: number
    holder: number | 'cash' | 'revenue'
    balance: number
    credit: number
  }>(`SELECT book_id AS book, coalesce(agent_id, kind) AS holder, balance, credit FROM ledger_accounts`)
  for (const { book, holder, balance, credit } of accounts) {
    const account = accountOf(book, holder)
    expect(balance, account).toBe(model.balance(account))
    expect(credit, account).toBe(model.credits.get(account) ?? 0)
    if (typeof holder === 'number') expect(balance, account).toBeGreaterThanOrEqual(-credit)
  }
  const known = new Set(accounts.map(({ book, holder }) => accountOf(book, holder)))
  for (const [account, balance] of model.balances) if (balance !== 0) expect(known).toContain(account)
  expect(
    all(`SELECT id FROM ledger_accounts AS a WHERE balance <>
      coalesce((SELECT sum(amount) FROM ledger_transfers WHERE to_id = a.id), 0)
      - coalesce((SELECT sum(amount) FROM ledger_transfers WHERE from_id = a.id), 0)`),
  ).toEqual([])
  for (const { book, sum } of all<{ book: number; sum: number }>(
    'SELECT book_id AS book, sum(balance) AS sum FROM ledger_accounts GROUP BY book_id',
  ))
    expect(sum, `book ${book}`).toBe(0)

  const kept = [...model.sales.values()].filter(({ refunded }) => !refunded)
  for (const { id, quota, used, price, closed } of model.allocations) {
    const row = db.prepare('SELECT quota, used, price, closed FROM allocations WHERE id = ?').get(id)
    expect(row, `allocation ${id}`).toEqual({ quota, used, price, closed: closed ? 1 : 0 })
  }
  expect(
    all(`SELECT id FROM allocations AS a WHERE used <>
      (SELECT coalesce(sum(seats), 0) FROM sales WHERE allocation_id = a.id AND refunded_at IS NULL)
      + coalesce((SELECT sum(quota) FROM allocations WHERE parent_id = a.id), 0)`),
  ).toEqual([])
  const sales = all<{ id: number; price: number; seats: number }>(
    'SELECT id, price, seats FROM sales WHERE refunded_at IS NULL ORDER BY id',
  )
  expect(sales).toEqual(
    kept.map(({ id, price, seats }) => ({ id, price: price * seats, seats })).sort((a, b) => a.id - b.id),
  )
  expect(all('SELECT count(*) AS n FROM codes WHERE recycled_at IS NULL')).toEqual([{ n: kept.length }])
  db.close()
  for (const { client } of books) expect(await client.call('ledger_verify', {})).toMatchObject({ ok: true })
}
