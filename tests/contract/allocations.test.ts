import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Known } from '../../src-server/domain/access/known.ts'
import type { Scope } from '../../src-server/domain/access/scope.ts'
import type { Allocation } from '../../src-server/domain/sales/allocation.ts'
import type { AllocationFilter, NewAllocation } from '../../src-server/store/repositories/allocations.ts'
import type { Store, WriteUnit } from '../../src-server/store/store.ts'
import { layApps, layPeople } from './lay-rows.ts'
import { ENGINES, openStore, type OpenStore } from './open-store.ts'
import { NOW } from './sample-records.ts'
import { walkList } from './walk-list.ts'

const [DEVELOPER, OTHER, FIRST, BELOW, LOWEST] = [2, 3, 10, 11, 12]
const [GRID, SCALPER] = [101, 102]
const EVERYTHING = { kind: 'everything' } as const

function allocation(agentId: number, appId: number, terms: Partial<NewAllocation> = {}): NewAllocation {
  return {
    agentId: agentId as Known<'agent'>,
    parentId: null,
    appId,
    type: 'time',
    seconds: 86_400,
    left: null,
    unit: 'day',
    amount: 1,
    quota: 10,
    price: 500,
    note: '',
    createdAt: NOW,
    ...terms,
  }
}

describe.each(ENGINES)('allocations on %s', (engine) => {
  let open: OpenStore
  let all: Allocation[]
  const write = <T>(work: (unit: WriteUnit) => Promise<T>) => open.store.write(work, { durable: true })
  const read: OpenStore['store']['read'] = (work) => open.store.read(work)
  const idOf = (at: number) => all[at]?.id ?? 0

  beforeAll(async () => {
    open = await openStore(engine)
    await layPeople(open, [
      { id: DEVELOPER, name: 'developer', role: 'developer' },
      { id: OTHER, name: 'other', role: 'developer' },
      { id: FIRST, name: '深圳代理' },
      { id: BELOW, name: "O'Brien", parentId: FIRST },
      { id: LOWEST, name: '100%_\\', parentId: BELOW },
    ])
    await layApps(open, [
      { id: GRID, ownerId: DEVELOPER, name: 'Grid EA' },
      { id: SCALPER, ownerId: OTHER, name: 'Scalper' },
    ])
    all = await write(async ({ allocations }) => {
      const first = await allocations.insert(allocation(FIRST, GRID, { note: '春节' }))
      const below = await allocations.insert(
        allocation(BELOW, GRID, { parentId: first?.id ?? 0, price: 700 }),
      )
      const lowest = await allocations.insert(
        allocation(LOWEST, GRID, { parentId: below?.id ?? 0, price: 0, createdAt: 4_102_243_200 }),
      )
      const other = await allocations.insert(
        allocation(FIRST, SCALPER, { type: 'count', seconds: 0, left: 100, unit: null, amount: null }),
      )
      return [first, below, lowest, other].filter((one) => one !== undefined)
    })
    expect(all).toHaveLength(4)
  })
  afterAll(() => open.close())

  it('are stored as given, with nothing used', () => {
    expect(all[0]).toEqual({
      ...allocation(FIRST, GRID, { note: '春节' }),
      id: idOf(0),
      used: 0,
      closed: false,
    })
    expect(all[3]).toMatchObject({ left: 100, unit: null, amount: null })
  })

  it('are one for an agent and a value, where no count is a value too', async () => {
    const again = (terms: Partial<NewAllocation>) =>
      write(async (unit) => {
        const inserted = await unit.allocations.insert(allocation(FIRST, GRID, terms))
        // The unit goes on after a refusal.
        expect(await unit.allocations.find(idOf(0))).toBeDefined()
        return inserted
      })
    expect(await again({ quota: 99 })).toBeUndefined()
    const another = await again({ seconds: 5 })
    expect(another).toMatchObject({ seconds: 5 })
    await open.run(`DELETE FROM allocations WHERE id = ${another?.id}`)
  })

  it('are found alone and with their chain', async () => {
    expect(await read(({ allocations }) => allocations.find(idOf(1)))).toEqual(all[1])
    expect(await read(({ allocations }) => allocations.find(999))).toBeUndefined()
    const chain = await read(({ allocations }) => allocations.chain(idOf(2)))
    expect(chain.map(({ id }) => id)).toEqual([idOf(2), idOf(1), idOf(0)])
    expect(await read(({ allocations }) => allocations.chain(999))).toEqual([])
  })

  const list = async (scope: Scope, filter: AllocationFilter = {}, search?: string): Promise<number[]> => {
    const { rows, total } = await read(({ allocations }) =>
      allocations.list(scope, filter, { offset: 0, limit: 50, sort: 'id', desc: false, search }),
    )
    expect(total).toBe(rows.length)
    return rows.map(({ id }) => all.findIndex((one) => one.id === id))
  }

  it.each<[Scope, number[]]>([
    [EVERYTHING, [0, 1, 2, 3]],
    [{ kind: 'ownedBy', operatorId: DEVELOPER }, [0, 1, 2]],
    [{ kind: 'attributedTo', operatorId: FIRST }, [0, 1, 3]],
    [{ kind: 'attributedTo', operatorId: BELOW }, [1, 2]],
    [{ kind: 'attributedTo', operatorId: 999 }, []],
    [{ kind: 'within', apps: [GRID, 5], of: EVERYTHING }, [0, 1, 2]],
    [{ kind: 'within', apps: [], of: EVERYTHING }, []],
    [{ kind: 'within', apps: [GRID], of: { kind: 'ownedBy', operatorId: OTHER } }, []],
  ])('are in sight of %j', async (scope, expected) => {
    expect(await list(scope)).toEqual(expected)
    for (let at = 0; at < all.length; at++) {
      const one = await read(({ allocations }) => allocations.get(scope, idOf(at)))
      expect(one?.id).toBe(expected.includes(at) ? idOf(at) : undefined)
    }
  })

  it('carry the names that people know', async () => {
    expect(await read(({ allocations }) => allocations.get(EVERYTHING, idOf(1)))).toEqual({
      ...all[1],
      agentName: "O'Brien",
      appName: 'Grid EA',
      book: DEVELOPER,
      severalAccounts: false,
    })
  })

  it('are filtered and searched, with texts taken literally', async () => {
    expect(await list(EVERYTHING, { app: SCALPER })).toEqual([3])
    expect(await list(EVERYTHING, { agent: FIRST })).toEqual([0, 3])
    expect(await list(EVERYTHING, { agent: FIRST, app: GRID })).toEqual([0])
    expect(await list(EVERYTHING, { closed: true })).toEqual([])
    expect(await list(EVERYTHING, {}, 'GRID')).toEqual([0, 1, 2])
    expect(await list(EVERYTHING, {}, '春节')).toEqual([0])
    expect(await list(EVERYTHING, {}, '代理')).toEqual([0, 3])
    expect(await list(EVERYTHING, {}, '%_')).toEqual([2])
    expect(await list(EVERYTHING, {}, "'")).toEqual([1])
    expect(await list(EVERYTHING, {}, '\0')).toEqual([])
  })

  it.each([true, false])('are paged by equal times, then ids, down: %s', async (desc) => {
    const seen = await walkList(
      (query) => read(({ allocations }) => allocations.list(EVERYTHING, {}, query)),
      { sort: 'created_at', desc },
      1,
    )
    expect(seen.map(({ id }) => all.findIndex((one) => one.id === id))).toEqual(
      desc ? [2, 3, 1, 0] : [0, 1, 3, 2],
    )
  })

  it('are used up to the quota while open, and given back', async () => {
    const use = (count: number) => write(({ allocations }) => allocations.use(idOf(0), count))
    expect(await use(7)).toMatchObject({ id: idOf(0), used: 7 })
    expect(await use(4)).toBeUndefined()
    expect(await use(3)).toMatchObject({ used: 10 })
    const usedNow = async () => (await read(({ allocations }) => allocations.find(idOf(0))))?.used
    await write(({ allocations }) => allocations.giveBack(idOf(0), 11))
    expect(await usedNow()).toBe(10)
    await write(({ allocations }) => allocations.update(idOf(0), { closed: true }))
    await write(({ allocations }) => allocations.giveBack(idOf(0), 4))
    expect(await usedNow()).toBe(6)
    expect(await use(1)).toBeUndefined()
    await write(({ allocations }) => allocations.update(idOf(0), { closed: false }))
    expect(await write(({ allocations }) => allocations.use(999, 1))).toBeUndefined()
  })

  it('of one quota are never used twice by copies at once', async () => {
    const stores = [open.store, open.another]
    const used = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        (stores[n % 2] as Store).write(({ allocations }) => allocations.use(idOf(3), 1), { durable: true }),
      ),
    )
    expect(used.filter((one) => one !== undefined)).toHaveLength(10)
    expect((await read(({ allocations }) => allocations.find(idOf(3))))?.used).toBe(10)
  })

  it('change within what is used', async () => {
    const update = (change: Parameters<WriteUnit['allocations']['update']>[1], id = idOf(0)) =>
      write(({ allocations }) => allocations.update(id, change))
    expect(await update({ quota: 5 })).toBeUndefined()
    expect(await update({ quota: 6, price: 1, note: "it's \\ %" })).toMatchObject({
      quota: 6,
      price: 1,
      note: "it's \\ %",
      used: 6,
    })
    expect(await update({})).toMatchObject({ quota: 6 })
    expect(await update({}, 999)).toBeUndefined()
    expect(await update({ price: 3 }, 999)).toBeUndefined()
  })

  it('keep their dated terms, the newest first', async () => {
    const terms = (at: number) => ({
      at,
      by: '深圳',
      quota: at - NOW,
      price: 4_102_243_200,
      closed: at % 2 === 0,
    })
    for (const n of [1, 2, 3, 3]) await write(({ allocations }) => allocations.date(idOf(0), terms(NOW + n)))
    const history = await read(({ allocations }) => allocations.history(idOf(0), 3))
    expect(history).toEqual([terms(NOW + 3), terms(NOW + 3), terms(NOW + 2)])
    expect(await read(({ allocations }) => allocations.history(999, 3))).toEqual([])
  })

  it.each(['UPDATE allocation_changes SET price = 1', 'DELETE FROM allocation_changes'])(
    'refuse %s',
    async (sql) => {
      await expect(open.run(sql)).rejects.toThrow('the ledger is append-only')
    },
  )
})
