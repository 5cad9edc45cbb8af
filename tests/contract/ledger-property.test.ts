import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LedgerAccount } from '../../src-server/domain/sales/ledger.ts'
import type { Store } from '../../src-server/store/store.ts'
import { layPeople } from './lay-rows.ts'
import { ENGINES, openStore, type OpenStore } from './open-store.ts'
import { NOW } from './sample-records.ts'

/** Accounts by their place in the list of a book, and the sum. A run has two books. */
const transfers = fc.array(
  fc.record({ from: fc.nat(4), to: fc.nat(4), amount: fc.integer({ min: 1, max: 1000 }) }),
  { minLength: 1, maxLength: 4 },
)
const acts = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.record({ book: fc.nat(1), transfers, copy: fc.nat(1) }) },
    {
      weight: 1,
      arbitrary: fc.record({ book: fc.nat(1), agent: fc.nat(2), credit: fc.nat(2000), copy: fc.nat(1) }),
    },
  ),
  { minLength: 1, maxLength: 30 },
)

class NotCovered extends Error {}

describe.each(ENGINES)('the ledger on %s', (engine) => {
  let open: OpenStore
  beforeAll(async () => {
    open = await openStore(engine)
  })
  afterAll(() => open.close())

  it('balances after any acts of two copies at once', { timeout: 120_000 }, async () => {
    const stores = [open.store, open.another]
    let people = 0
    await fc.assert(
      fc.asyncProperty(acts, async (some) => {
        const books = [await openBook(open, (people += 10)), await openBook(open, (people += 10))]
        const stored = await Promise.all(
          some.map(async (one, n) => {
            const store = stores[one.copy] as Store
            const book = books[one.book] as Book
            return 'credit' in one
              ? setCredit(store, book.accounts[2 + one.agent], one.credit)
              : transact(store, book, one.transfers, n)
          }),
        )
        const wanted = stored.reduce((sum, one) => sum + one, 0)
        await verify(open, books, wanted)
      }),
      { numRuns: 25 },
    )
  })
})

interface Book {
  readonly id: number
  /** Cash, revenue, then three agents. */
  readonly accounts: readonly LedgerAccount[]
}

async function openBook(open: OpenStore, id: number): Promise<Book> {
  const agents = [id + 1, id + 2, id + 3]
  await layPeople(open, [
    { id, name: `developer ${id}`, role: 'developer' },
    ...agents.map((agent) => ({ id: agent, name: `agent ${agent}` })),
  ])
  const accounts = await open.store.write(
    async ({ ledger }) => {
      const opened = [await ledger.house(id, 'cash', NOW), await ledger.house(id, 'revenue', NOW)]
      for (const agent of agents) opened.push(await ledger.open(id, agent, NOW))
      return opened
    },
    { durable: false },
  )
  return { id, accounts }
}

async function setCredit(store: Store, account: LedgerAccount | undefined, credit: number): Promise<number> {
  await store.write(({ ledger }) => ledger.setCredit(account?.id ?? 0, credit), { durable: false })
  return 0
}

/** @returns the number of transfers that are stored */
async function transact(
  store: Store,
  { id: bookId, accounts }: Book,
  some: readonly { readonly from: number; readonly to: number; readonly amount: number }[],
  n: number,
): Promise<number> {
  const moves = some
    .filter(({ from, to }) => from !== to)
    .map(({ from, to, amount }) => ({
      fromId: accounts[from]?.id ?? 0,
      toId: accounts[to]?.id ?? 0,
      amount,
      what: 'correction' as const,
      count: 0,
    }))
  const act = {
    kind: 'correction',
    key: `k${n}`,
    reference: '',
    note: '',
    byId: 1,
    by: 'x',
    at: NOW,
  } as const
  try {
    await store.write(
      async ({ ledger }) => {
        const id = await ledger.transact({ ...act, bookId }, moves)
        if (id === undefined) throw new NotCovered()
      },
      { durable: false },
    )
    return moves.length
  } catch (error) {
    // Whatever is in the way, the caller gets the refusal itself.
    expect(error).toBeInstanceOf(NotCovered)
    return 0
  }
}

interface Stored {
  readonly id: number
  readonly kind: string
  readonly balance: number
  readonly credit: number
}
interface StoredTransfer {
  readonly id: number
  readonly act: number
  readonly source: number
  readonly target: number
  readonly amount: number
}

/** Compares the tables with themselves. */
async function verify({ store, run }: OpenStore, books: readonly Book[], wanted: number): Promise<void> {
  let found = 0
  for (const { id: book } of books) {
    const accounts = await run<Stored>(
      `SELECT id, kind, balance, credit FROM ledger_accounts WHERE book_id = ${book}`,
    )
    const moved = await run<StoredTransfer>(
      `SELECT moved.id, transaction_id AS act, from_id AS source, to_id AS target, amount FROM ledger_transfers AS moved
        JOIN ledger_transactions AS act ON act.id = transaction_id WHERE book_id = ${book}`,
    )
    found += moved.length
    expect(accounts.reduce((sum, { balance }) => sum + balance, 0)).toBe(0)
    for (const { id, kind, balance, credit } of accounts) {
      const recount = moved.reduce(
        (sum, { source, target, amount }) => sum + (target === id ? amount : source === id ? -amount : 0),
        0,
      )
      expect(balance).toBe(recount)
      if (kind === 'agent') expect(balance).toBeGreaterThanOrEqual(-credit)
      expect(await store.read(({ ledger }) => ledger.check(id))).toMatchObject({ ok: true })
    }
  }
  expect(found).toBe(wanted)
  expect(await run(BETWEEN)).toEqual([])
}

/** Transfers between the transfers of another transaction. */
const BETWEEN = `SELECT moved.id FROM ledger_transfers AS moved JOIN
  (SELECT transaction_id, min(id) AS first, max(id) AS last FROM ledger_transfers GROUP BY transaction_id) AS act
    ON moved.id BETWEEN first AND last AND moved.transaction_id <> act.transaction_id`
