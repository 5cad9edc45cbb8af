import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ListQuery } from '../../src-server/contract/paging.ts'
import type { LedgerKind } from '../../src-server/contract/sales-names.ts'
import type { LedgerAccount } from '../../src-server/domain/sales/ledger.ts'
import type { AccountLine, LineFilter } from '../../src-server/store/repositories/ledger.ts'
import { layPeople } from './lay-rows.ts'
import { ENGINES, openStore, type OpenStore } from './open-store.ts'
import { NOW } from './sample-records.ts'
import { walkList } from './walk-list.ts'

const [DEVELOPER, SELLER, BUYER] = [2, 10, 11]
const DAY = 86_400

/** Amounts that the agent SELLER gets (above 0) or gives, one transaction each, one a day. */
const MOVES: readonly {
  readonly kind: LedgerKind
  readonly by: number
  readonly amounts: readonly number[]
}[] = [
  { kind: 'topup', by: DEVELOPER, amounts: [1000] },
  { kind: 'purchase', by: SELLER, amounts: [-300] },
  { kind: 'purchase', by: BUYER, amounts: [40, 2] },
  { kind: 'refund', by: SELLER, amounts: [100] },
  { kind: 'payout', by: DEVELOPER, amounts: [-250] },
  { kind: 'correction', by: DEVELOPER, amounts: [-5] },
  { kind: 'purchase', by: SELLER, amounts: [-1] },
]
const BY = "O'Brien \\ 深圳"
const dayOf = (n: number) => NOW + n * DAY

describe.each(ENGINES)('the lines of a ledger account on %s', (engine) => {
  let open: OpenStore
  let seller: LedgerAccount
  let other: LedgerAccount
  const ids: number[] = []
  const expected: AccountLine[] = []

  beforeAll(async () => {
    open = await openStore(engine)
    await layPeople(open, [
      { id: DEVELOPER, name: 'developer', role: 'developer' },
      { id: SELLER, name: 'seller' },
      { id: BUYER, name: 'buyer' },
    ])
    await open.store.write(
      async ({ ledger }) => {
        other = await ledger.house(DEVELOPER, 'cash', NOW)
        seller = await ledger.open(DEVELOPER, SELLER, NOW)
      },
      { durable: true },
    )
    let balance = 0
    for (const [n, { kind, by, amounts }] of MOVES.entries()) {
      const act = { kind, reference: `r${n}`, note: '备注', byId: by, by: BY, at: dayOf(n) }
      const transfers = amounts.map((amount, at) => ({
        fromId: (amount < 0 ? seller : other).id,
        toId: (amount < 0 ? other : seller).id,
        amount: Math.abs(amount),
        what: 'correction' as const,
        count: at * 3,
      }))
      const id = await open.store.write(
        ({ ledger }) => ledger.transact({ ...act, bookId: DEVELOPER, key: `k${n}` }, transfers),
        { durable: true },
      )
      ids.push(id ?? 0)
      const amount = amounts.reduce((sum, one) => sum + one, 0)
      balance += amount
      expected.unshift({ id: id ?? 0, ...act, amount, balance, count: (amounts.length - 1) * 3 })
    }
  })
  afterAll(() => open.close())

  const list = (filter: LineFilter, query: Partial<ListQuery<'id'>> = {}) =>
    open.store.read(({ ledger }) =>
      ledger.lines(seller, filter, { offset: 0, limit: 50, sort: 'id', desc: true, ...query }),
    )

  it('are one a transaction, each with the balance after it', async () => {
    const page = await list({})
    expect(page.rows).toEqual(expected)
    expect(page).toMatchObject({ total: MOVES.length, total_exact: true, next: null })
    expect((await list({}, { desc: false })).rows).toEqual(expected.toReversed())
  })

  it.each([true, false])('are paged, down: %s', async (desc) => {
    const seen = await walkList((query) => list({}, query), { sort: 'id', desc }, 2)
    expect(seen).toEqual(desc ? expected : expected.toReversed())
  })

  it('are paged by number too', async () => {
    expect((await list({}, { offset: 2, limit: 3 })).rows).toEqual(expected.slice(2, 5))
    expect((await list({}, { offset: 100 })).rows).toEqual([])
  })

  it('are filtered by kind and time, the end excluded, with the same balances', async () => {
    const purchases = expected.filter(({ kind }) => kind === 'purchase')
    expect((await list({ kind: 'purchase' })).rows).toEqual(purchases)
    expect((await list({ kind: 'purchase' }, { exact: true })).total).toBe(purchases.length)
    const some = expected.filter(({ at }) => at >= dayOf(2) && at < dayOf(5))
    expect((await list({ from: dayOf(2), to: dayOf(5) })).rows).toEqual(some)
    expect((await list({ from: dayOf(50) })).rows).toEqual([])
    const both = await list({ kind: 'purchase', from: dayOf(2) }, { desc: false })
    expect(both.rows).toEqual(purchases.filter(({ at }) => at >= dayOf(2)).toReversed())
  })

  it('of an account without transfers, or of none, are none', async () => {
    const empty = await open.store.write(({ ledger }) => ledger.open(DEVELOPER, BUYER, NOW), {
      durable: true,
    })
    for (const account of [empty, { ...empty, id: 9999 }]) {
      const page = await open.store.read(({ ledger }) =>
        ledger.lines(account, {}, { offset: 0, limit: 5, sort: 'id', desc: true }),
      )
      expect(page).toEqual({ rows: [], total: 0, total_exact: true, next: null })
    }
  })

  it('sum up to a statement of a span', async () => {
    const sums = (from: number, to: number) => open.store.read(({ ledger }) => ledger.sums(seller, from, to))
    expect(await sums(0, dayOf(100))).toEqual({
      opening: 0,
      topup: 1000,
      payout: -250,
      wholesale: -301,
      commission: 42,
      refund: 100,
      correction: -5,
    })
    const nothing = { topup: 0, payout: 0, wholesale: 0, commission: 0, refund: 0, correction: 0 }
    expect(await sums(dayOf(2), dayOf(4))).toEqual({ ...nothing, opening: 700, commission: 42, refund: 100 })
    expect(await sums(dayOf(100), dayOf(101))).toEqual({ ...nothing, opening: 586 })
  })
})
