import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NOTHING, SLOT_SECONDS } from '../../src-server/domain/business/amounts.ts'
import type { Scope } from '../../src-server/domain/access/scope.ts'
import type { Known } from '../../src-server/domain/access/known.ts'
import type { BusinessSpan } from '../../src-server/store/repositories/business.ts'
import type { Store, WriteUnit } from '../../src-server/store/store.ts'
import { layApps, layPeople, layRows } from './lay-rows.ts'
import { ENGINES, openStore, type OpenStore } from './open-store.ts'
import { NOW } from './sample-records.ts'

const [DEVELOPER, OTHER, FIRST, BELOW] = [2, 3, 10, 11]
const [GRID, SCALPER] = [101, 102]
const EVERYTHING = { kind: 'everything' } as const
const OWN: Scope = { kind: 'ownedBy', operatorId: DEVELOPER }
const AGENTS: Scope = { kind: 'attributedTo', operatorId: FIRST }
const LIMITED: Scope = { kind: 'within', apps: [SCALPER], of: EVERYTHING }
/** The beginning of a slot. */
const START = NOW - (NOW % SLOT_SECONDS)
const slot = (n: number) => START + n * SLOT_SECONDS
const ALL: BusinessSpan = { from: 0, to: 5_000_000_000 }

describe.each(ENGINES)('business on %s', (engine) => {
  let open: OpenStore
  const write = <T>(work: (unit: WriteUnit) => Promise<T>) => open.store.write(work, { durable: true })
  const read: OpenStore['store']['read'] = (work) => open.store.read(work)

  beforeAll(async () => {
    open = await openStore(engine)
    await layPeople(open, [
      { id: DEVELOPER, name: 'developer', role: 'developer' },
      { id: OTHER, name: 'other', role: 'developer' },
      { id: FIRST, name: 'first' },
      { id: BELOW, name: 'below', parentId: FIRST },
    ])
    await layApps(open, [
      { id: GRID, ownerId: DEVELOPER, name: 'Grid' },
      { id: SCALPER, ownerId: OTHER, name: 'Scalper' },
    ])
  })
  afterAll(() => open.close())

  describe('counts', () => {
    beforeAll(async () => {
      const count = (app: number, agent: number | null, at: number, amounts: object) =>
        write(({ business }) => business.count({ app, agent, at }, amounts))
      await count(GRID, null, slot(0), { activations: 1, trials: 2 })
      await count(GRID, null, slot(0) + SLOT_SECONDS - 1, { activations: 4 })
      await count(GRID, FIRST, slot(0) + 1, { sales: 3, revenue: 4_102_243_200 })
      await count(GRID, null, slot(1), { refunds: 1, refunded: 50 })
      await count(SCALPER, null, slot(1), { made: 7, renewals: 8 })
      await count(SCALPER, null, slot(2), {})
    })
    const counted = (scope: Scope, span: Partial<BusinessSpan> = {}) =>
      read(({ business }) => business.counted(scope, { ...ALL, ...span }))

    it('are summed by slot', async () => {
      expect(await counted(EVERYTHING)).toEqual([
        { ...NOTHING, at: slot(0), activations: 5, trials: 2, sales: 3, revenue: 4_102_243_200 },
        { ...NOTHING, at: slot(1), refunds: 1, refunded: 50, made: 7, renewals: 8 },
        { ...NOTHING, at: slot(2) },
      ])
    })

    it('are those of the scope, the span, the application and the agent', async () => {
      const slots = async (scope: Scope, span: Partial<BusinessSpan> = {}) =>
        (await counted(scope, span)).map(({ at }) => (at - START) / SLOT_SECONDS)
      expect(await slots(OWN)).toEqual([0, 1])
      expect(await slots(AGENTS)).toEqual([0])
      expect(await slots(LIMITED)).toEqual([1, 2])
      expect(await slots({ ...LIMITED, apps: [] })).toEqual([])
      expect(await slots(EVERYTHING, { app: SCALPER })).toEqual([1, 2])
      expect(await slots(EVERYTHING, { agent: FIRST })).toEqual([0])
      expect(await slots(EVERYTHING, { from: slot(1), to: slot(2) })).toEqual([1])
      expect(await slots(EVERYTHING, { from: slot(3) })).toEqual([])
    })

    it('are summed by agent and by application', async () => {
      const by = (of: 'agent' | 'app', scope: Scope) =>
        read(({ business }) => business.countedBy(of, scope, ALL))
      expect(await by('agent', OWN)).toEqual(
        new Map([
          [0, { ...NOTHING, activations: 5, trials: 2, refunds: 1, refunded: 50 }],
          [FIRST, { ...NOTHING, sales: 3, revenue: 4_102_243_200 }],
        ]),
      )
      const apps = await by('app', EVERYTHING)
      expect([...apps.keys()].toSorted((a, b) => a - b)).toEqual([GRID, SCALPER])
      expect(apps.get(SCALPER)).toEqual({ ...NOTHING, made: 7, renewals: 8 })
      expect(await by('app', { kind: 'attributedTo', operatorId: 999 })).toEqual(new Map())
    })

    it('of copies at once lose nothing', async () => {
      const stores = [open.store, open.another]
      const place = { app: GRID, agent: BELOW, at: slot(40) }
      await Promise.all(
        Array.from({ length: 30 }, (_, n) =>
          (stores[n % 2] as Store).write(({ business }) => business.count(place, { activations: 1 }), {
            durable: false,
            lane: 'row',
          }),
        ),
      )
      expect(await counted(EVERYTHING, { from: slot(40) })).toMatchObject([{ activations: 30 }])
    })
  })

  describe('quotas', () => {
    let ids: number[]
    beforeAll(async () => {
      ids = await write(async ({ allocations }) => {
        const give = async (agent: number, app: number, parentId: number | null, seconds: number) => {
          const given = await allocations.insert({
            agentId: agent as Known<'agent'>,
            parentId,
            appId: app,
            type: 'time',
            seconds,
            left: null,
            unit: null,
            amount: null,
            quota: 10,
            price: 5,
            note: '',
            createdAt: NOW,
          })
          return given?.id ?? 0
        }
        const first = await give(FIRST, GRID, null, 60)
        const below = await give(BELOW, GRID, first, 60)
        const other = await give(FIRST, SCALPER, null, 60)
        const closed = await give(FIRST, GRID, null, 61)
        const terms = { by: 'x', price: 5, closed: false }
        await allocations.date(first, { ...terms, at: slot(0), quota: 10 })
        await allocations.date(below, { ...terms, at: slot(0) + 5, quota: 4 })
        await allocations.date(first, { ...terms, at: slot(1), quota: 7 })
        await allocations.date(other, { ...terms, at: slot(1), quota: 20 })
        await allocations.use(first, 4)
        await allocations.update(closed, { closed: true })
        return [first, below, other, closed]
      })
      expect(ids).toHaveLength(4)
    })

    it('given are those of owners, or all of an agent', async () => {
      const allocated = async (scope: Scope, span: Partial<BusinessSpan> = {}) =>
        (await read(({ business }) => business.allocated(scope, { ...ALL, ...span }))).map((one) => [
          (one.at - START) / SLOT_SECONDS,
          one.allocated,
        ])
      expect(await allocated(EVERYTHING)).toEqual([
        [0, 10],
        [1, 17],
      ])
      expect(await allocated(OWN)).toEqual([
        [0, 10],
        [1, -3],
      ])
      expect(await allocated(EVERYTHING, { agent: BELOW })).toEqual([[0, 4]])
      expect(await allocated({ kind: 'attributedTo', operatorId: BELOW })).toEqual([[0, 4]])
      expect(await allocated(LIMITED)).toEqual([[1, 20]])
      expect(await allocated(EVERYTHING, { from: slot(1), to: slot(2), app: GRID })).toEqual([[1, -3]])
      expect(await allocated(EVERYTHING, { from: slot(9) })).toEqual([])
    })

    it('left are those of open allocations', async () => {
      const stock = (scope: Scope) => read(({ business }) => business.stockByAgent(scope))
      expect(await stock(EVERYTHING)).toEqual(
        new Map([
          [FIRST, 16],
          [BELOW, 10],
        ]),
      )
      expect(await stock(LIMITED)).toEqual(new Map([[FIRST, 10]]))
      expect(await stock({ kind: 'attributedTo', operatorId: BELOW })).toEqual(new Map([[BELOW, 10]]))
    })
  })

  it('counts licences that ended, by slot and by agent', async () => {
    const device = { app_id: GRID, agent_id: null, created_at: NOW }
    await layRows(open, 'devices', [
      { ...device, account_key: '1', vip: slot(3) },
      { ...device, account_key: '2', vip: slot(3) + 9, agent_id: FIRST },
      { ...device, account_key: '3', vip: slot(5), agent_id: FIRST, app_id: SCALPER },
      { ...device, account_key: '4', vip: slot(6) },
      { ...device, account_key: '5', vip: 4_102_243_200 },
    ])
    const ended = async (scope: Scope, span: Partial<BusinessSpan> = {}) =>
      (await read(({ business }) => business.ended(scope, { ...ALL, ...span }, slot(5)))).map((one) => [
        (one.at - START) / SLOT_SECONDS,
        one.left,
      ])
    expect(await ended(EVERYTHING)).toEqual([
      [3, 2],
      [5, 1],
    ])
    expect(await ended(OWN)).toEqual([[3, 2]])
    expect(await ended(AGENTS)).toEqual([
      [3, 1],
      [5, 1],
    ])
    expect(await ended(LIMITED)).toEqual([[5, 1]])
    expect(await ended(EVERYTHING, { agent: FIRST, app: GRID })).toEqual([[3, 1]])
    expect(await ended(EVERYTHING, { from: slot(4), to: slot(5) })).toEqual([])
    const byAgent = (scope: Scope) => read(({ business }) => business.endedByAgent(scope, ALL, slot(9)))
    expect(await byAgent(EVERYTHING)).toEqual(new Map([[FIRST, 2]]))
    expect(await byAgent(OWN)).toEqual(new Map([[FIRST, 1]]))
  })

  it('sums the balances of agents in the books in sight', async () => {
    const account = { kind: 'agent', created_at: NOW, credit: 1000 }
    await layRows(open, 'ledger_accounts', [
      { ...account, book_id: DEVELOPER, agent_id: FIRST, balance: 4_102_243_200 },
      { ...account, book_id: OTHER, agent_id: FIRST, balance: -5 },
      { ...account, book_id: OTHER, agent_id: BELOW, balance: 8 },
      { ...account, book_id: OTHER, kind: 'cash', agent_id: null, balance: 99 },
    ])
    const balances = (scope: Scope) => read(({ business }) => business.balanceByAgent(scope))
    expect(await balances(EVERYTHING)).toEqual(
      new Map([
        [FIRST, 4_102_243_195],
        [BELOW, 8],
      ]),
    )
    expect(
      await balances({ kind: 'within', apps: [GRID], of: { kind: 'ownedBy', operatorId: OTHER } }),
    ).toEqual(
      new Map([
        [FIRST, -5],
        [BELOW, 8],
      ]),
    )
  })

  it('counts codes that nobody has used', async () => {
    const code = { app_id: GRID, type: 'time', seconds: 60, created_at: NOW }
    await layRows(open, 'codes', [
      { ...code, kami: 'a' },
      { ...code, kami: 'b' },
      { ...code, kami: 'c', use_time: 0 },
      { ...code, kami: 'd', recycled_at: NOW },
    ])
    const unused = (scope: Scope) => read(({ business }) => business.unusedCodes(scope))
    const grid = { app: GRID, unused: 2, exact: true }
    const scalper = { app: SCALPER, unused: 0, exact: true }
    expect(await unused(EVERYTHING)).toEqual([grid, scalper])
    expect(await unused(OWN)).toEqual([grid])
    expect(await unused({ ...LIMITED, apps: [] })).toEqual([])
    await layRows(
      open,
      'codes',
      Array.from({ length: 5001 }, (_, n) => ({ ...code, app_id: SCALPER, kami: `n${n}` })),
    )
    expect(await unused(LIMITED)).toEqual([{ app: SCALPER, unused: 5000, exact: false }])
  })

  it('sums what an agent sold and gave back', async () => {
    const sold = { app_id: GRID, allocation_id: 1, agent_id: FIRST, price: 100, taken_at: slot(0) }
    const common = { ...sold, kami: 'x', transaction_id: 1 }
    await layRows(open, 'sales', [
      { ...common, sold_at: slot(0), sale_price: 200 },
      { ...common, sold_at: slot(0) + 1, sale_price: null },
      { ...common, sold_at: slot(1), sale_price: 70, app_id: SCALPER },
      { ...common, sold_at: slot(1), sale_price: 9, refunded_at: slot(2) },
      { ...common, agent_id: BELOW, sold_at: slot(1), sale_price: 5 },
    ])
    const soldBy = (span: Partial<BusinessSpan> = {}) =>
      read(({ business }) => business.soldBy(FIRST, { ...ALL, ...span }))
    expect(await soldBy()).toEqual([
      { at: slot(0), sales: 2, revenue: 200 },
      { at: slot(1), sales: 1, revenue: 70 },
      { at: slot(2), refunds: 1, refunded: 100 },
    ])
    expect(await soldBy({ app: SCALPER })).toEqual([{ at: slot(1), sales: 1, revenue: 70 }])
    expect(await soldBy({ from: slot(1), to: slot(2) })).toEqual([{ at: slot(1), sales: 1, revenue: 70 }])
    expect(await read(({ business }) => business.soldBy(999, ALL))).toEqual([])
  })
})
