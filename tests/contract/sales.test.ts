import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Scope } from '../../src-server/domain/access/scope.ts'
import type { Sale } from '../../src-server/domain/sales/sale.ts'
import type { SaleFilter, SaleSort } from '../../src-server/store/repositories/sales.ts'
import type { WriteUnit } from '../../src-server/store/store.ts'
import { layApps, layPeople, layRows } from './lay-rows.ts'
import { ENGINES, openStore, type OpenStore } from './open-store.ts'
import { NOW } from './sample-records.ts'
import { walkList } from './walk-list.ts'

const [DEVELOPER, OTHER, FIRST, BELOW] = [2, 3, 10, 11]
const [GRID, SCALPER, GONE] = [101, 102, 103]
const EVERYTHING = { kind: 'everything' } as const
/** An allocation of each application. */
const ALLOCATIONS = { [GRID]: 201, [SCALPER]: 202, [GONE]: 203 }
/** Transactions in the books of the two developers. */
const [IN_BOOK, IN_OTHER] = [301, 302]
const day = (n: number) => NOW + n * 86_400

function sale(n: number, terms: Partial<Sale> = {}): Omit<Sale, 'id' | 'refundedAt'> {
  return {
    codeId: null,
    kami: `KAMI-${n}`,
    appId: GRID,
    allocationId: 201,
    agentId: FIRST,
    seats: 1,
    price: 100,
    salePrice: null,
    customer: '',
    contact: '',
    note: '',
    takenAt: day(n),
    soldAt: null,
    transactionId: IN_BOOK,
    ...terms,
  }
}
const SALES = [
  sale(0, { codeId: 401, customer: '李雷', soldAt: day(5), salePrice: 250 }),
  sale(1, { codeId: 402, note: '100%_\\' }),
  sale(2, { agentId: BELOW, contact: "o'brien@x", price: 4_102_243_200, soldAt: day(5) }),
  sale(3, { appId: SCALPER, allocationId: 202, transactionId: IN_OTHER, seats: 3, price: 300 }),
  sale(3, { codeId: 403, price: 7, kami: 'back' }),
  sale(4, { appId: GONE, allocationId: 203 }),
]

describe.each(ENGINES)('sales on %s', (engine) => {
  let open: OpenStore
  let all: Sale[]
  const write = <T>(work: (unit: WriteUnit) => Promise<T>) => open.store.write(work, { durable: true })
  const read: OpenStore['store']['read'] = (work) => open.store.read(work)
  const idOf = (at: number) => all[at]?.id ?? 0
  const places = (rows: readonly { readonly id: number }[]) =>
    rows.map(({ id }) => all.findIndex((one) => one.id === id))

  beforeAll(async () => {
    open = await openStore(engine)
    await layPeople(open, [
      { id: DEVELOPER, name: 'developer', role: 'developer' },
      { id: OTHER, name: 'other', role: 'developer' },
      { id: FIRST, name: '深圳代理' },
      { id: BELOW, name: 'below', parentId: FIRST },
    ])
    await layApps(open, [
      { id: GRID, ownerId: DEVELOPER, name: 'Grid EA' },
      { id: SCALPER, ownerId: OTHER, name: 'Scalper' },
      { id: GONE, ownerId: OTHER, name: 'Gone' },
    ])
    await layRows(
      open,
      'allocations',
      Object.entries(ALLOCATIONS).map(([app, id]) => ({
        id,
        agent_id: FIRST,
        app_id: Number(app),
        type: 'time',
        seconds: 3600,
        quota: 10,
        price: 100,
        created_at: NOW,
      })),
    )
    const code = { app_id: GRID, type: 'time', seconds: 3600, created_at: NOW }
    await layRows(open, 'codes', [
      { ...code, id: 401, kami: 'KAMI-0', use_time: day(6) },
      { ...code, id: 402, kami: 'KAMI-1' },
      { ...code, id: 403, kami: 'back', markcode: 'PC' },
    ])
    const act = { key: 'k', kind: 'purchase', reference: '', note: '', by_id: FIRST, by: '', at: NOW }
    await layRows(open, 'ledger_transactions', [
      { ...act, id: IN_BOOK, book_id: DEVELOPER },
      { ...act, id: IN_OTHER, book_id: OTHER },
    ])
    all = []
    const ids = await write(({ sales }) => sales.insert(SALES))
    for (const id of ids) all.push(...(await read(({ sales }) => sales.byIds(EVERYTHING, [id]))))
    await open.run(`DELETE FROM applications WHERE id = ${GONE}`)
  })
  afterAll(() => open.close())

  it('are stored as given, not refunded', () => {
    expect(all).toEqual(SALES.map((one, at) => ({ ...one, id: idOf(at), refundedAt: null })))
  })

  it('are refunded once', async () => {
    const refund = (id: number) => write(({ sales }) => sales.refund([id], day(7)))
    expect(await refund(idOf(4))).toBe(1)
    expect(await refund(idOf(4))).toBe(0)
    expect(await refund(999)).toBe(0)
  })

  it('are found by ids in the order of ids, in sight of the scope', async () => {
    const ids = [idOf(3), idOf(0), idOf(2), 999]
    const found = async (scope: Scope, some = ids) =>
      places(await read(({ sales }) => sales.byIds(scope, some)))
    expect(await found(EVERYTHING)).toEqual([0, 2, 3])
    expect(await found(EVERYTHING, [])).toEqual([])
    expect(await found({ kind: 'ownedBy', operatorId: OTHER })).toEqual([3])
    expect(await found({ kind: 'attributedTo', operatorId: BELOW })).toEqual([2])
    expect(await found({ kind: 'within', apps: [SCALPER], of: EVERYTHING })).toEqual([3])
    const many = [...all.map(({ id }) => id), ...Array.from({ length: 500 }, (_, n) => 10_000 + n)]
    expect(await found(EVERYTHING, many)).toEqual([0, 1, 2, 3, 4, 5])
  })

  it('carry names, and whether a customer used the code', async () => {
    const named = await read(({ sales }) =>
      sales.named(
        EVERYTHING,
        all.map(({ id }) => id),
      ),
    )
    expect(named.map(({ used, appName, agentName }) => [used, appName, agentName])).toEqual([
      [true, 'Grid EA', '深圳代理'],
      [false, 'Grid EA', '深圳代理'],
      // Nothing is known of a purged code.
      [true, 'Grid EA', 'below'],
      [true, 'Scalper', '深圳代理'],
      // A returned code was never used.
      [false, 'Grid EA', '深圳代理'],
    ])
    expect(named[0]).toMatchObject({ type: 'time', seconds: 3600, left: null })
    expect(await read(({ sales }) => sales.named(EVERYTHING, []))).toEqual([])
  })

  const list = async (scope: Scope, filter: SaleFilter = {}, search?: string) => {
    const page = await read(({ sales }) =>
      sales.list(scope, filter, { offset: 0, limit: 50, sort: 'id', desc: false, search }),
    )
    expect(page.total).toBe(page.rows.length)
    return places(page.rows)
  }

  it.each<[Scope, SaleFilter, string | undefined, number[]]>([
    [EVERYTHING, {}, undefined, [0, 1, 2, 3, 4]],
    [{ kind: 'ownedBy', operatorId: DEVELOPER }, {}, undefined, [0, 1, 2, 4]],
    [{ kind: 'attributedTo', operatorId: FIRST }, {}, undefined, [0, 1, 3, 4]],
    [{ kind: 'within', apps: [SCALPER], of: EVERYTHING }, {}, undefined, [3]],
    [EVERYTHING, { app: GRID }, undefined, [0, 1, 2, 4]],
    [EVERYTHING, { agent: BELOW }, undefined, [2]],
    [EVERYTHING, { allocation: 202 }, undefined, [3]],
    [EVERYTHING, { state: 'stock' }, undefined, [1, 3]],
    [EVERYTHING, { state: 'sold' }, undefined, [0, 2]],
    [EVERYTHING, { state: 'refunded' }, undefined, [4]],
    [EVERYTHING, { from: day(1), to: day(3) }, undefined, [1, 2]],
    [EVERYTHING, {}, 'kami-', [0, 1, 2, 3]],
    [EVERYTHING, {}, '李', [0]],
    [EVERYTHING, {}, "O'BRIEN", [2]],
    [EVERYTHING, {}, '%_\\', [1]],
    [EVERYTHING, {}, '\0', []],
    [EVERYTHING, { state: 'sold', app: GRID }, 'kami', [0, 2]],
  ])('are listed for %j %j %j', async (scope, filter, search, expected) => {
    expect(await list(scope, filter, search)).toEqual(expected)
    const sums = await read(({ sales }) => sales.sumsOf(scope, filter, search, { after: 0, upTo: 1e9 }))
    const wanted = [FIRST, BELOW].flatMap((agent) => sumOf(agent, expected))
    expect(sums.toSorted((a, b) => a.agent - b.agent)).toEqual(wanted)
  })

  function sumOf(agent: number, some: readonly number[]) {
    const of = some.map((at) => ({ ...SALES[at], isBack: at === 4 })).filter((one) => one.agentId === agent)
    if (of.length === 0) return []
    const sum = (prices: readonly (number | null | undefined)[]) =>
      prices.reduce<number>((before, price) => before + (price ?? 0), 0)
    const gross = sum(of.map(({ price }) => price))
    const back = of.filter(({ isBack }) => isBack)
    const refunded = sum(back.map(({ price }) => price))
    return {
      agent,
      name: agent === FIRST ? '深圳代理' : 'below',
      total: of.length,
      gross,
      refunds: back.length,
      refunded,
      net: gross - refunded,
      turnover: sum(of.filter(({ isBack }) => !isBack).map(({ salePrice }) => salePrice)),
    }
  }

  it('are summed among ids', async () => {
    const some = { after: idOf(0), upTo: idOf(1) }
    expect(await read(({ sales }) => sales.sumsOf(EVERYTHING, {}, undefined, some))).toMatchObject([
      { agent: FIRST, total: 1, gross: 100 },
    ])
    expect(
      await read(({ sales }) => sales.sumsOf(EVERYTHING, {}, undefined, { after: 1e6, upTo: 1e7 })),
    ).toEqual([])
  })

  it.each<[SaleSort, boolean, number[]]>([
    ['id', true, [4, 3, 2, 1, 0]],
    ['taken_at', false, [0, 1, 2, 3, 4]],
    ['taken_at', true, [4, 3, 2, 1, 0]],
    // A sale that is not marked comes before all times.
    ['sold_at', false, [1, 3, 4, 0, 2]],
    ['sold_at', true, [2, 0, 4, 3, 1]],
  ])('are paged by %s, down: %s', async (sort, desc, expected) => {
    const seen = await walkList(
      (query) => read(({ sales }) => sales.list(EVERYTHING, {}, query)),
      { sort, desc },
      2,
    )
    expect(places(seen)).toEqual(expected)
  })

  it('are counted and summed for an agent', async () => {
    const sums = (from: number, to: number) => read(({ sales }) => sales.sums(FIRST, from, to))
    expect(await sums(day(0), day(10))).toEqual({ taken: 5, sold: 1, turnover: 250, cost: 600 })
    expect(await sums(day(1), day(3))).toEqual({ taken: 1, sold: 0, turnover: 0, cost: 100 })
    expect(await read(({ sales }) => sales.sums(999, 0, day(10)))).toEqual({
      taken: 0,
      sold: 0,
      turnover: 0,
      cost: 0,
    })
    const counts = (book: number) => read(({ sales }) => sales.countsOf(book, FIRST, day(3), day(8)))
    expect(await counts(DEVELOPER)).toEqual({ taken: 2, refunded: 1 })
    expect(await counts(OTHER)).toEqual({ taken: 1, refunded: 0 })
    expect(await counts(999)).toEqual({ taken: 0, refunded: 0 })
  })

  it('of a purchase are found, and the last id', async () => {
    const bought = await read(({ sales }) => sales.ofPurchase(201, IN_BOOK))
    expect(places(bought)).toEqual([0, 1, 2, 4])
    expect(await read(({ sales }) => sales.ofPurchase(201, 999))).toEqual([])
    expect(await read(({ sales }) => sales.lastId())).toBe(idOf(5))
  })

  it('change only what is named', async () => {
    await write(({ sales }) => sales.update([idOf(1)], { customer: "O'Brien \\", soldAt: day(9) }))
    await write(({ sales }) => sales.update([idOf(1)], {}))
    await write(({ sales }) => sales.update([999], { customer: 'x' }))
    const [changed] = await read(({ sales }) => sales.byIds(EVERYTHING, [idOf(1)]))
    expect(changed).toEqual({ ...all[1], customer: "O'Brien \\", soldAt: day(9) })
  })

  it('outlive their code, and one code is sold once', async () => {
    await expect(write(({ sales }) => sales.insert([sale(9, { codeId: 401 })]))).rejects.toThrow()
    await open.run('DELETE FROM codes WHERE id = 401')
    const [kept] = await read(({ sales }) => sales.byIds(EVERYTHING, [idOf(0)]))
    expect(kept).toMatchObject({ codeId: null, kami: 'KAMI-0' })
  })
})

it('has no last sale at first', async () => {
  for (const engine of ENGINES) {
    const open = await openStore(engine)
    expect(await open.store.read(({ sales }) => sales.lastId())).toBe(0)
    await open.close()
  }
})
