import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LedgerKind, TransferKind } from '../../src-server/contract/sales-names.ts'
import type { ListQuery } from '../../src-server/contract/paging.ts'
import type { LedgerAccount, LedgerTransaction, Transfer } from '../../src-server/domain/sales/ledger.ts'
import type { WriteUnit } from '../../src-server/store/store.ts'
import { layPeople } from './lay-rows.ts'
import { ENGINES, openStore, type OpenStore } from './open-store.ts'
import { NOW } from './sample-records.ts'
import { walkList } from './walk-list.ts'

const [DEVELOPER, OTHER, FIRST, BELOW, QUOTED] = [2, 3, 10, 11, 12]
const EVER = 4_102_243_200
const NO_ONE = 999

function act(key: string, kind: LedgerKind, at = NOW): Omit<LedgerTransaction, 'id'> {
  return { bookId: DEVELOPER, kind, key, reference: `r ${key}`, note: '备注', byId: FIRST, by: "O'Brien", at }
}
function transfer(from: LedgerAccount, to: LedgerAccount, amount: number, what: TransferKind): Transfer {
  return { fromId: from.id, toId: to.id, amount, what, count: 0 }
}
const firstPage: ListQuery<never> = { offset: 0, limit: 50, sort: 'id' as never, desc: true }

describe.each(ENGINES)('the ledger on %s', (engine) => {
  let open: OpenStore
  let cash: LedgerAccount
  let revenue: LedgerAccount
  let first: LedgerAccount
  let below: LedgerAccount

  const write = <T>(work: (unit: WriteUnit) => Promise<T>) => open.store.write(work, { durable: true })
  const read: OpenStore['store']['read'] = (work) => open.store.read(work)
  const account = (bookId: number, agent: number) => read((unit) => unit.ledger.account(bookId, agent))

  beforeAll(async () => {
    open = await openStore(engine)
    await layPeople(open, [
      { id: 1, name: 'owner', role: 'owner' },
      { id: DEVELOPER, name: 'developer', role: 'developer' },
      { id: OTHER, name: 'other', role: 'developer' },
      { id: FIRST, name: '深圳 First' },
      { id: BELOW, name: 'below_%', parentId: FIRST },
      { id: QUOTED, name: "O'Brien \\ 100%" },
    ])
    await write(async ({ ledger }) => {
      cash = await ledger.house(DEVELOPER, 'cash', NOW)
      revenue = await ledger.house(DEVELOPER, 'revenue', NOW + 1)
      first = await ledger.open(DEVELOPER, FIRST, NOW)
      below = await ledger.open(DEVELOPER, BELOW, NOW)
      await ledger.open(OTHER, FIRST, EVER)
      await ledger.open(OTHER, QUOTED, NOW)
    })
  })
  afterAll(() => open.close())

  describe('accounts', () => {
    it('are opened once, empty and without credit', async () => {
      const again = await write(({ ledger }) => ledger.open(DEVELOPER, FIRST, EVER))
      expect(again).toEqual(first)
      expect(first).toMatchObject({
        bookId: DEVELOPER,
        kind: 'agent',
        agentId: FIRST,
        balance: 0,
        credit: 0,
        createdAt: NOW,
      })
      expect(await write(({ ledger }) => ledger.house(DEVELOPER, 'revenue', EVER))).toEqual(revenue)
      expect(revenue).toMatchObject({ kind: 'revenue', agentId: null, createdAt: NOW + 1 })
    })

    it('belong to one book each', async () => {
      expect(await account(OTHER, FIRST)).toMatchObject({ bookId: OTHER, createdAt: EVER })
      expect(await account(OTHER, BELOW)).toBeUndefined()
      expect(await account(NO_ONE, FIRST)).toBeUndefined()
      const all = await read(({ ledger }) => ledger.ofAgent(FIRST))
      expect(all.map(({ bookName, agentName }) => [bookName, agentName])).toEqual([
        ['developer', '深圳 First'],
        ['other', '深圳 First'],
      ])
      expect(await read(({ ledger }) => ledger.ofAgent(NO_ONE))).toEqual([])
    })

    it('are all there with their names, also those of nobody', async () => {
      const all = await read(({ ledger }) => ledger.all(DEVELOPER))
      expect(all).toEqual([
        { id: cash.id, kind: 'cash', agentName: null, bookName: 'developer' },
        { id: revenue.id, kind: 'revenue', agentName: null, bookName: 'developer' },
        { id: first.id, kind: 'agent', agentName: '深圳 First', bookName: 'developer' },
        { id: below.id, kind: 'agent', agentName: 'below_%', bookName: 'developer' },
      ])
      expect(await read(({ ledger }) => ledger.all(undefined))).toHaveLength(6)
      expect(await read(({ ledger }) => ledger.all(NO_ONE))).toEqual([])
    })

    const named = async (
      scope: Parameters<WriteUnit['ledger']['accounts']>[0],
      { filter = {}, search }: { filter?: { agent?: number }; search?: string } = {},
    ) => {
      const query = { ...firstPage, sort: 'id' as const, desc: false, search }
      const page = await read(({ ledger }) => ledger.accounts(scope, filter, query))
      expect(page).toMatchObject({ total: page.rows.length, total_exact: true, next: null })
      return page.rows.map(({ bookId, agentId }) => `${bookId}:${agentId}`)
    }

    it('are listed in sight of the scope', async () => {
      const everything = { kind: 'everything' } as const
      expect(await named(everything)).toEqual(['2:10', '2:11', '3:10', '3:12'])
      expect(await named({ kind: 'ownedBy', operatorId: OTHER })).toEqual(['3:10', '3:12'])
      expect(await named({ kind: 'attributedTo', operatorId: FIRST })).toEqual(['2:10', '2:11', '3:10'])
      expect(await named({ kind: 'attributedTo', operatorId: BELOW })).toEqual(['2:11'])
      expect(await named({ kind: 'within', apps: [1], of: everything })).toEqual([])
    })

    it('are found by the agent and by a part of the name, taken literally', async () => {
      const everything = { kind: 'everything' } as const
      expect(await named(everything, { filter: { agent: BELOW } })).toEqual(['2:11'])
      expect(await named(everything, { search: 'fIRST' })).toEqual(['2:10', '3:10'])
      expect(await named(everything, { search: '深圳' })).toEqual(['2:10', '3:10'])
      expect(await named(everything, { search: '%' })).toEqual(['2:11', '3:12'])
      expect(await named(everything, { search: '_' })).toEqual(['2:11'])
      expect(await named(everything, { search: '\\' })).toEqual(['3:12'])
      expect(await named(everything, { search: "o'b" })).toEqual(['3:12'])
      expect(await named(everything, { search: 'a\0' })).toEqual([])
      expect(await named(everything, { search: '' })).toHaveLength(4)
    })

    it.each([true, false])('are paged by equal balances, then ids, down: %s', async (desc) => {
      const list = async (query: ListQuery<'balance'>) => {
        const page = await read(({ ledger }) => ledger.accounts({ kind: 'everything' }, {}, query))
        expect(page.total).toBe(4)
        return page
      }
      const seen = (await walkList(list, { sort: 'balance', desc }, 3)).map(({ id }) => id)
      const ids = (await read(({ ledger }) => ledger.all(undefined)))
        .filter(({ kind }) => kind === 'agent')
        .map(({ id }) => id)
      expect(seen).toEqual(desc ? ids.toReversed() : ids)
    })
  })

  describe('transactions', () => {
    it('move balances, and are found by their key in their book', async () => {
      const moves = [transfer(cash, first, 1000, 'topup'), transfer(first, below, 300, 'commission')]
      const id = await write(({ ledger }) => ledger.transact(act('k1', 'topup'), moves))
      expect(id).toBeTypeOf('number')
      expect(await read(({ ledger }) => ledger.findByKey(DEVELOPER, 'k1'))).toEqual({
        id,
        ...act('k1', 'topup'),
      })
      expect(await read(({ ledger }) => ledger.findByKey(OTHER, 'k1'))).toBeUndefined()
      expect(await read(({ ledger }) => ledger.findByKey(DEVELOPER, 'K1'))).toBeUndefined()
      expect(await read(({ ledger }) => ledger.transfersOf(id ?? 0))).toEqual(moves)
      expect(await read(({ ledger }) => ledger.transfersOf(NO_ONE))).toEqual([])
      expect((await account(DEVELOPER, FIRST))?.balance).toBe(700)
      expect((await account(DEVELOPER, BELOW))?.balance).toBe(300)
    })

    it('without transfers are kept', async () => {
      const id = await write(({ ledger }) => ledger.transact(act('empty', 'correction'), []))
      expect(await read(({ ledger }) => ledger.transfersOf(id ?? 0))).toEqual([])
    })

    it('are refused without cover, and the unit stores nothing when it fails', async () => {
      const refused = write(async (unit) => {
        await unit.meta.set('before', 'x')
        const id = await unit.ledger.transact(act('k2', 'payout'), [transfer(below, cash, 301, 'payout')])
        if (id === undefined) throw new Error('not covered')
      })
      await expect(refused).rejects.toThrow('not covered')
      expect(await read(({ ledger }) => ledger.findByKey(DEVELOPER, 'k2'))).toBeUndefined()
      expect(await read(({ meta }) => meta.find('before'))).toBeUndefined()
      expect((await account(DEVELOPER, BELOW))?.balance).toBe(300)
    })

    it('of neighbours are stored though one of them is refused', async () => {
      const results = await Promise.allSettled(
        [50, 5000, 70].map((amount, n) =>
          write(async ({ ledger }) => {
            const id = await ledger.transact(act(`n${n}`, 'payout'), [
              transfer(first, cash, amount, 'payout'),
            ])
            if (id === undefined) throw new Error('not covered')
          }),
        ),
      )
      expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
      expect((await account(DEVELOPER, FIRST))?.balance).toBe(580)
    })

    it('may use the credit to its end, and the credit stays above what is owed', async () => {
      const set = (credit: number) => write(({ ledger }) => ledger.setCredit(below.id, credit))
      expect(await set(200)).toMatchObject({ id: below.id, balance: 300, credit: 200 })
      const pay = (key: string, amount: number) =>
        write(({ ledger }) => ledger.transact(act(key, 'payout'), [transfer(below, cash, amount, 'payout')]))
      expect(await pay('k3', 500)).toBeTypeOf('number')
      await expect(
        write(async ({ ledger }) => {
          const id = await ledger.transact(act('k4', 'payout'), [transfer(below, cash, 1, 'payout')])
          if (id === undefined) throw new Error('not covered')
        }),
      ).rejects.toThrow('not covered')
      expect(await set(199)).toBeUndefined()
      expect(await set(200)).toMatchObject({ balance: -200 })
      expect(await write(({ ledger }) => ledger.setCredit(NO_ONE, 1))).toBeUndefined()
    })

    it('with a key of the book that is used fail', async () => {
      await expect(write(({ ledger }) => ledger.transact(act('k1', 'topup'), []))).rejects.toThrow()
    })

    it('stay in one book', async () => {
      const elsewhere = await account(OTHER, FIRST)
      const moved = write(({ ledger }) =>
        ledger.transact(act('k5', 'topup'), [transfer(cash, elsewhere ?? first, 1, 'topup')]),
      )
      await expect(moved).rejects.toThrow()
    })

    it('have sums above 0 between two accounts', async () => {
      const wrong = [transfer(cash, first, 0, 'topup'), transfer(first, first, 5, 'topup')]
      for (const [n, one] of wrong.entries())
        await expect(write(({ ledger }) => ledger.transact(act(`w${n}`, 'topup'), [one]))).rejects.toThrow()
    })

    it('take sums beyond 32 bits', async () => {
      await write(({ ledger }) =>
        ledger.transact(act('big', 'topup'), [transfer(cash, first, EVER, 'topup')]),
      )
      expect((await account(DEVELOPER, FIRST))?.balance).toBe(EVER + 580)
      await write(({ ledger }) =>
        ledger.transact(act('big back', 'payout'), [transfer(first, cash, EVER, 'payout')]),
      )
    })

    it('are checked against their transfers', async () => {
      expect(await read(({ ledger }) => ledger.check(first.id))).toEqual({ ok: true, given: 4 })
      expect(await read(({ ledger }) => ledger.check(revenue.id))).toEqual({ ok: true, given: 0 })
      expect(await read(({ ledger }) => ledger.check(NO_ONE))).toEqual({ ok: false, given: 0 })
      await open.run(`UPDATE ledger_accounts SET balance = balance + 1 WHERE id = ${revenue.id}`)
      expect(await read(({ ledger }) => ledger.check(revenue.id))).toEqual({ ok: false, given: 0 })
      await open.run(`UPDATE ledger_accounts SET balance = balance - 1 WHERE id = ${revenue.id}`)
    })
  })

  it.each([
    'UPDATE ledger_transfers SET amount = 1',
    'DELETE FROM ledger_transfers',
    "UPDATE ledger_transactions SET note = 'x'",
    "DELETE FROM ledger_transactions WHERE key = 'empty'",
  ])('refuses %s', async (sql) => {
    await expect(open.run(sql)).rejects.toThrow('the ledger is append-only')
  })
})
