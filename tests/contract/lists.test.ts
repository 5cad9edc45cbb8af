import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CODE_STATES } from '../../src-server/contract/code-names.ts'
import { COUNTED_ROWS } from '../../src-server/contract/limits.ts'
import type { ListQuery } from '../../src-server/contract/paging.ts'
import { valueTest, type CustomValueFilter } from '../../src-server/contract/subjects/custom-values.ts'
import { foldWord } from '../../src-server/contract/subjects/words.ts'
import type { Scope } from '../../src-server/domain/access/scope.ts'
import { codeState, type Code } from '../../src-server/domain/code/code.ts'
import type { CodeFilter, CodeSort } from '../../src-server/store/repositories/codes.ts'
import { ENGINES, openStore, type OpenStore } from './open-store.ts'
import { addCode, sampleBatch } from './sample-codes.ts'
import { addApplication, addOperator, FOREVER, NOW, write } from './sample-records.ts'
import { inOrder, query, walkList } from './walk-list.ts'

const EVERYTHING: Scope = { kind: 'everything' }
const MISSING = 999_999

const ORDERS: Record<CodeSort, (code: Code) => string | number | null> = {
  id: ({ id }) => id,
  kami: ({ kami }) => kami,
  created_at: ({ createdAt }) => createdAt,
  use_time: ({ useTime }) => useTime,
  end_time: ({ endTime }) => endTime,
  recycled_at: ({ recycledAt }) => recycledAt,
}
const SORTS = Object.keys(ORDERS) as CodeSort[]
const VALUES = [
  '',
  '5',
  '-5',
  '5.50',
  '12',
  '1000000',
  '2024-02-29',
  '2024-03-01',
  'Öl',
  'öL',
  '中文',
  "a'b%_\\",
]
const KAMIS = ['a', 'A', 'b', 'é', 'É', '中', '中文', 'ab', '%', '_', '\\', "'"]

/** Codes in every state, with equal values and missing ones. */
function variety(at: number): Partial<Code> {
  const times = [null, 0, NOW - 1, NOW, NOW + 1, FOREVER]
  const pick = <T>(values: readonly T[], every: number) => values[Math.floor(at / every) % values.length] as T
  return {
    type: pick(['time', 'permanent', 'vip'] as const, 2),
    useTime: pick(times, 1),
    endTime: pick(times, 5),
    left: pick([null, 0, 3], 3),
    createdAt: pick([0, NOW, FOREVER], 2),
    disabled: at % 7 === 0,
    recycledAt: at % 5 === 0 ? pick([0, NOW, FOREVER], 10) : null,
    tags: pick([[], ['VIP'], ['vip', '中文'], ['Öl']], 2),
    fields: at % 3 === 0 ? {} : { '1': pick(VALUES.slice(1), 1), '2': pick(VALUES.slice(1), 4) },
  }
}

describe.each(ENGINES)('the list of codes on %s', (engine) => {
  let open: OpenStore
  let owner: number
  let agent: number
  let app: number
  let second: number
  const codes: Code[] = []

  beforeAll(async () => {
    open = await openStore(engine)
    await write(open.store, async (unit) => {
      owner = await addOperator(unit, 'dev')
      agent = await addOperator(unit, 'agent', 'agent')
      app = await addApplication(unit, owner, 'app')
      second = await addApplication(unit, owner, 'second')
      const foreign = await addApplication(unit, await addOperator(unit, 'other'), 'third')
      const batchId = await unit.batches.insert(sampleBatch(app))
      for (let at = 0; at < 90; at++) {
        const to = [app, app, second, foreign][at % 4] as number
        const over = {
          agentId: at % 6 === 1 ? agent : null,
          batchId: to === app && at % 3 === 0 ? batchId : null,
        }
        const kami = `${KAMIS[at % KAMIS.length]}${Math.floor(at / KAMIS.length)}`
        codes.push(await addCode(unit, to, kami, { ...variety(at), ...over }))
      }
    })
  })
  afterAll(() => open.close())

  /** SQLite puts the rows into its search index later. */
  const index = () => write(open.store, (unit) => unit.searchIndex.catchUp(100_000))
  const list =
    (filter: CodeFilter, scope: Scope = EVERYTHING) =>
    (asked: ListQuery<CodeSort>) =>
      open.store.read((unit) => unit.codes.list(scope, filter, asked, NOW))

  const fits = (code: Code, filter: CodeFilter) =>
    (filter.state === undefined ? code.recycledAt === null : codeState(code, NOW) === filter.state) &&
    (filter.app === undefined || code.appId === filter.app) &&
    (filter.type === undefined || code.type === filter.type) &&
    (filter.kami === undefined || code.kami === filter.kami) &&
    (filter.agent === undefined || code.agentId === filter.agent) &&
    (filter.batch === undefined || code.batchId === filter.batch) &&
    (filter.tag === undefined || code.tags.some((tag) => foldWord(tag) === foldWord(filter.tag ?? ''))) &&
    (filter.field === undefined || valueTest(filter.field)(code.fields[filter.field.field]))
  const isIn = (code: Code, scope: Scope): boolean => {
    switch (scope.kind) {
      case 'everything':
        return true
      case 'ownedBy':
        return scope.operatorId === owner && [app, second].includes(code.appId)
      case 'attributedTo':
        return code.agentId === scope.operatorId
      case 'within':
        return scope.apps.includes(code.appId) && isIn(code, scope.of)
    }
  }
  const expected = (filter: CodeFilter, scope: Scope = EVERYTHING) =>
    codes.filter((code) => fits(code, filter) && isIn(code, scope))

  /** Compares the list with the model in each order, page by page. */
  async function check(filter: CodeFilter, scope: Scope = EVERYTHING): Promise<number> {
    const all = expected(filter, scope)
    for (const sort of SORTS) {
      // Outside the recycle bin ids stand for the time of recycling, and in a batch for the time of creation.
      const isById = sort === 'recycled_at' && filter.state !== 'recycled'
      const valueOf =
        isById || (sort === 'created_at' && filter.batch !== undefined) ? ORDERS.id : ORDERS[sort]
      for (const desc of [false, true]) {
        const walked = await walkList(list(filter, scope), { sort, desc }, 7)
        expect(walked.map(({ id }) => id)).toEqual(inOrder(all, valueOf, desc).map(({ id }) => id))
      }
    }
    const { rows, total, total_exact } = await list(filter, scope)(query({ sort: 'id', desc: false }))
    expect([rows, total, total_exact]).toEqual([all, all.length, true])
    return all.length
  }

  it('holds what is not in the recycle bin, in each order', async () => {
    expect(await check({})).toBeGreaterThan(60)
  })

  it.each(CODE_STATES)('holds the codes in the state %s', async (state) => {
    expect(await check({ state })).toBeGreaterThan(0)
    await check({ state, app })
    await check({ state, agent })
  })

  it('holds what a filter names', async () => {
    const [first] = codes
    for (const filter of [
      { app },
      { app: second, type: 'vip' },
      { type: 'permanent' },
      { kami: first?.kami ?? '', state: 'recycled' },
      { kami: 'é0' },
      { agent },
      { agent, app },
      { batch: first?.batchId ?? 0 },
      { batch: first?.batchId ?? 0, state: 'unused' },
    ] satisfies CodeFilter[])
      expect(await check(filter)).toBeGreaterThan(0)
    for (const filter of [{ app: MISSING }, { kami: 'É999' }, { agent: MISSING }, { batch: MISSING }])
      expect(await check(filter)).toBe(0)
  })

  it('holds what a scope contains', async () => {
    const own: Scope = { kind: 'ownedBy', operatorId: owner }
    expect(await check({}, own)).toBeGreaterThan(0)
    expect(await check({ app }, own)).toBeGreaterThan(0)
    expect(await check({ agent }, own)).toBeGreaterThan(0)
    expect(await check({}, { kind: 'attributedTo', operatorId: agent })).toBeGreaterThan(0)
    expect(await check({ app }, { kind: 'attributedTo', operatorId: agent })).toBeGreaterThan(0)
    expect(await check({}, { kind: 'within', apps: [second], of: own })).toBeGreaterThan(0)
    expect(await check({}, { kind: 'within', apps: [], of: EVERYTHING })).toBe(0)
    expect(await check({ app: second }, { kind: 'within', apps: [app], of: own })).toBe(0)
    expect(await check({}, { kind: 'ownedBy', operatorId: MISSING })).toBe(0)
  })

  it('holds what has a tag, in either case of any language', async () => {
    await index()
    for (const tag of ['vip', 'VIP', ' Vip ', 'ÖL', '中文']) expect(await check({ tag })).toBeGreaterThan(0)
    for (const tag of ['vi', '中', 'a\0', '%']) expect(await check({ tag })).toBe(0)
  })

  const QUESTIONS: Omit<CustomValueFilter, 'field'>[] = [
    {},
    { value: '' },
    ...VALUES.slice(1).map((value) => ({ value })),
    { value: 'ÖL' },
    { value: 'a\0' },
    { any: ['ÖL', '12', 'b\0'] },
    { contains: '' },
    { contains: 'L' },
    { contains: '文' },
    { contains: '%_' },
    { contains: '\0' },
    { from: '5' },
    { to: '5.5' },
    { from: '-5', to: '12' },
    { from: '2024-02-29', to: '2024-02-29' },
    { from: '2024-03-01' },
  ]
  it.each(QUESTIONS)('holds what answers the question %j about a custom field', async (question) => {
    await index()
    for (const field of [1, 2, 3]) {
      const filter: CodeFilter = { field: { field, ...question } }
      const { rows } = await list(filter)(query({ sort: 'id', desc: false }))
      expect(rows.map(({ id }) => id)).toEqual(expected(filter).map(({ id }) => id))
    }
  })

  it('gives a page by its number, and nothing after an invented cursor', async () => {
    const all = inOrder(expected({}), ORDERS.end_time, true)
    const page = await list({})({ offset: 20, limit: 10, sort: 'end_time', desc: true })
    expect(page.rows).toEqual(all.slice(20, 30))
    const after = (sort: CodeSort, value: string | number | null, id: number) =>
      list({})({ offset: 0, limit: 10, sort, desc: false, after: { value, id } })
    for (const place of [
      after('end_time', 'text', 1),
      after('end_time', 1.5, 1),
      after('id', null, 1e300),
      after('kami', 'a\0', 1),
      after('kami', 5, 1),
    ])
      expect((await place).rows).toEqual([])
  })

  it('walks through all selected codes in slices', async () => {
    const last = await open.store.read((unit) => unit.codes.lastId())
    for (const selection of [
      { filter: {} },
      { filter: { app, state: 'unused' } as const },
      { filter: {}, search: 'AB' },
    ]) {
      const found: Code[] = []
      for (let after = 0; after < last; after += 25)
        found.push(
          ...(await open.store.read((unit) =>
            unit.codes.between(EVERYTHING, selection, NOW, { after, upTo: after + 25 }),
          )),
        )
      const search = 'search' in selection ? 'ab' : ''
      const all = expected(selection.filter).filter((code) => code.kami.toLowerCase().includes(search))
      expect(found).toEqual(all)
    }
  })

  it('counts up to a limit, or exactly, and goes on by an index', { timeout: 120_000 }, async () => {
    const { many, also } = await write(open.store, async (unit) => {
      const to = await addApplication(unit, owner, 'large')
      const ids: number[] = []
      for (let at = 0; at <= COUNTED_ROWS; at++)
        ids.push((await addCode(unit, to, `large-${at}`, { createdAt: at % 10 })).id)
      return { many: ids, also: to }
    })
    for (const scope of [EVERYTHING, { kind: 'ownedBy', operatorId: owner } as const])
      for (const filter of [{}, { app: also }] satisfies CodeFilter[])
        for (const desc of [false, true]) {
          const page = await list(filter, scope)(query({ sort: 'created_at', desc }))
          const rows = [...expected(filter, scope), ...many.map((id, at) => ({ id, createdAt: at % 10 }))]
          const ordered = inOrder(rows, ({ createdAt }) => createdAt, desc)
          expect(page.rows.map(({ id }) => id)).toEqual(ordered.slice(0, 100).map(({ id }) => id))
          expect([page.total, page.total_exact]).toEqual([COUNTED_ROWS, false])
          const exact = await list(filter, scope)(query({ sort: 'created_at', desc, exact: true }))
          expect([exact.total, exact.total_exact]).toEqual([rows.length, true])
          const next = await list(filter, scope)({ ...query({ sort: 'created_at', desc }), offset: 5000 })
          expect(next.rows.map(({ id }) => id)).toEqual(ordered.slice(5000, 5100).map(({ id }) => id))
        }
    await index()
    for (const [search, sort] of [
      ['LARGE-', 'id'],
      ['large-', 'kami'],
    ] as const) {
      const page = await list({})(query({ sort, desc: true, search }))
      const found = many.map((id, at) => ({ id, kami: `large-${at}` }))
      const ordered = sort === 'id' ? found.reverse() : inOrder(found, ({ kami }) => kami, true)
      expect(page.rows.map(({ id }) => id)).toEqual(ordered.slice(0, 100).map(({ id }) => id))
      expect(page.total_exact).toBe(false)
    }
  })
})
