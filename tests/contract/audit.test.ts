import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ListQuery } from '../../src-server/contract/paging.ts'
import type { AuditEntry } from '../../src-server/domain/audit/entry.ts'
import type { AuditFilter } from '../../src-server/store/repositories/audit.ts'
import type { Store } from '../../src-server/store/store.ts'
import { verifyChain } from '../support/verify-chain.ts'
import { ENGINES, openStore, type OpenStore } from './open-store.ts'
import { NOW } from './sample-records.ts'
import { walkList } from './walk-list.ts'

const OWNER = { role: 'owner', operatorId: 1, personId: 1 } as const
const DEVELOPER = { role: 'developer', operatorId: 2, personId: 2 } as const
const STAFF_ALONE = { role: 'agent', operatorId: 2, personId: 20 } as const
const NOBODY = { role: 'developer', operatorId: 77, personId: 77 } as const

const entry: AuditEntry = {
  at: NOW,
  personId: 1,
  personName: 'owner',
  role: 'owner',
  ip: '127.0.0.1',
  action: 'app_update',
  subjectKind: 'application',
  subjectId: '10001',
  subjectLabel: 'Grid EA',
  appId: 10001,
  ownerId: 2,
  before: '',
  after: '{"note":"春节"}',
}
const ENTRIES: readonly AuditEntry[] = [
  entry,
  { ...entry, at: NOW + 1, personId: 2, personName: '李雷', role: 'developer', action: 'code_update' },
  { ...entry, at: NOW + 1, personId: 20, personName: "O'Brien", role: 'staff', subjectLabel: '100%_\\' },
  { ...entry, at: 4_102_243_200, appId: null, ownerId: null, subjectKind: 'settings', subjectId: 'mail' },
  { ...entry, personId: 2, ownerId: 3, appId: 10002, subjectKind: 'code', after: '', before: '"x"' },
  { ...entry, personId: 0, role: 'server', personName: '', ip: '', subjectLabel: '' },
]

const append = (store: Store, one: AuditEntry) =>
  store.write((unit) => unit.audit.append([one]), { durable: true })

describe.each(ENGINES)('the audit log on %s', (engine) => {
  let open: OpenStore
  let ids: readonly number[] = []
  beforeAll(async () => {
    open = await openStore(engine)
  })
  afterAll(() => open.close())
  const read: Store['read'] = (work) => open.store.read(work)

  it('is empty at first', async () => {
    expect(await read(({ audit }) => audit.lastAt())).toBeUndefined()
    expect(await read(({ audit }) => audit.head())).toBeUndefined()
    expect(await read(({ audit }) => audit.after(0, 5))).toEqual([])
    expect(await verifyChain(open.store)).toBe(0)
  })

  it('keeps each entry as it is, in a chain', async () => {
    for (const one of ENTRIES) await append(open.store, one)
    const rows = await read(({ audit }) => audit.after(0, 100))
    expect(rows.map(({ id: _, hash: __, ...one }) => one)).toEqual(ENTRIES)
    ids = rows.map(({ id }) => id)
    expect(await read(({ audit }) => audit.after(ids[1] ?? 0, 2))).toEqual(rows.slice(2, 4))
    expect(await read(({ audit }) => audit.lastAt())).toBe(NOW)
    expect(await read(({ audit }) => audit.head())).toEqual({ id: ids.at(-1), hash: rows.at(-1)?.hash })
    expect(await verifyChain(open.store)).toBe(ENTRIES.length)
  })

  it('has no entry of a unit that fails', async () => {
    const failing = open.store.write(
      async (unit) => {
        await unit.audit.append([entry])
        throw new Error('no')
      },
      { durable: true },
    )
    await expect(failing).rejects.toThrow('no')
    expect(await verifyChain(open.store)).toBe(ENTRIES.length)
  })

  const list = async (
    viewer: typeof OWNER | typeof DEVELOPER | typeof STAFF_ALONE | typeof NOBODY,
    filter: AuditFilter = {},
    query: Partial<ListQuery<'id'>> = {},
  ): Promise<number[]> => {
    const { rows } = await read(({ audit }) =>
      audit.list(viewer, filter, { offset: 0, limit: 50, sort: 'id', desc: false, ...query }),
    )
    return rows.map(({ id }) => ids.indexOf(id))
  }

  it('shows each viewer what is theirs', async () => {
    expect(await list(OWNER)).toEqual([0, 1, 2, 3, 4, 5])
    expect(await list(DEVELOPER)).toEqual([0, 1, 2, 4, 5])
    expect(await list(STAFF_ALONE)).toEqual([2])
    expect(await list(NOBODY)).toEqual([])
    const find = (viewer: typeof OWNER | typeof DEVELOPER, at: number) =>
      read(({ audit }) => audit.find(viewer, ids[at] ?? 0))
    expect(await find(OWNER, 3)).toMatchObject({ subjectId: 'mail', appId: null })
    expect(await find(DEVELOPER, 3)).toBeUndefined()
    expect(await find(DEVELOPER, 99)).toBeUndefined()
  })

  it.each<[AuditFilter, number[]]>([
    [{ app: 10001 }, [0, 1, 2, 5]],
    [{ person: 2 }, [1, 4]],
    [{ action: 'code_update' }, [1]],
    [{ subjectKind: 'application' }, [0, 1, 2, 5]],
    [{ subjectKind: 'code', subjectId: '10001' }, [4]],
    [{ subjectId: 'mail' }, [3]],
    [{ from: NOW + 1 }, [1, 2, 3]],
    [{ from: NOW + 1, to: 4_102_243_200 }, [1, 2]],
    [{ app: 10001, person: 2 }, [1]],
    [{ app: 5 }, []],
  ])('filters by %j', async (filter, expected) => {
    expect(await list(OWNER, filter)).toEqual(expected)
    expect(await list(OWNER, filter, { desc: true })).toEqual(expected.toReversed())
    const all = await read(({ audit }) => audit.matching(OWNER, filter, { after: 0, limit: 50 }))
    expect(all.map(({ id }) => ids.indexOf(id))).toEqual(expected)
  })

  it.each<[string, number[]]>([
    ['grid', [0, 1, 3, 4]],
    ['GRID ea', [0, 1, 3, 4]],
    ['李雷', [1]],
    ['李', [1]],
    ['春节', [0, 1, 2, 3, 5]],
    ['%', [2]],
    ['0%_', [2]],
    ['\\', [2]],
    ["o'b", [2]],
    ['"note"', [0, 1, 2, 3, 5]],
    ['zzzqqq', []],
    ['a\0', []],
    ['', [0, 1, 2, 3, 4, 5]],
  ])('finds %j', async (search, expected) => {
    expect(await list(OWNER, {}, { search })).toEqual(expected)
    const all = await read(({ audit }) => audit.matching(OWNER, {}, { search, after: 0, limit: 50 }))
    expect(all.map(({ id }) => ids.indexOf(id))).toEqual(expected)
  })

  it('searches within the scope and the filter', async () => {
    expect(await list(DEVELOPER, {}, { search: 'grid' })).toEqual([0, 1, 4])
    expect(await list(DEVELOPER, { app: 10001 }, { search: 'grid' })).toEqual([0, 1])
    expect(await list(STAFF_ALONE, {}, { search: '春节' })).toEqual([2])
    expect(await list(NOBODY, {}, { search: '春节' })).toEqual([])
  })

  it.each([true, false])('is paged, down: %s', async (desc) => {
    const pageOf = async (query: ListQuery<'id'>) => {
      const page = await read(({ audit }) => audit.list(OWNER, {}, query))
      expect(page).toMatchObject({ total: ENTRIES.length, total_exact: true })
      return page
    }
    const seen = await walkList(pageOf, { sort: 'id', desc }, 2)
    expect(seen.map(({ id }) => id)).toEqual(desc ? ids.toReversed() : ids)
    const third = await list(OWNER, {}, { offset: 2, limit: 1, desc })
    expect(third).toEqual([desc ? 3 : 2])
  })

  it.each(["UPDATE audit SET after = 'x'", 'DELETE FROM audit'])('refuses %s', async (sql) => {
    await expect(open.run(sql)).rejects.toThrow('the audit log is append-only')
  })

  it('chains 400 entries of two copies at once', async () => {
    const stores = [open.store, open.another]
    await Promise.all(
      Array.from({ length: 400 }, (_, n) =>
        append(stores[n % 2] as Store, { ...entry, subjectLabel: `第 ${n} 个`, at: NOW + n }),
      ),
    )
    expect(await verifyChain(open.another)).toBe(ENTRIES.length + 400)
    const labels = (await read(({ audit }) => audit.after(ids.at(-1) ?? 0, 500))).map(
      ({ subjectLabel }) => subjectLabel,
    )
    expect(new Set(labels).size).toBe(400)
  })

  it('keeps its chain with texts that no database stores as they are', async () => {
    await append(open.store, { ...entry, personName: 'a\0b', subjectLabel: '\ud83e', after: '\0' })
    expect(await verifyChain(open.store)).toBe(ENTRIES.length + 401)
  })

  it('chains the entries of one act in their order', async () => {
    const many = ENTRIES.map((one, n) => ({ ...one, subjectLabel: `${n} half \uD83D of a pair, \\ and "` }))
    const before = await read(({ audit }) => audit.head())
    for (const some of [many, [], many.slice(0, 1), many])
      await open.store.write((unit) => unit.audit.append(some), { durable: true })
    const rows = await read(({ audit }) => audit.after(before?.id ?? 0, 100))
    const stored = many.map((one) => ({ ...one, subjectLabel: one.subjectLabel.toWellFormed() }))
    expect(rows.map(({ id: _, hash: __, ...one }) => one)).toEqual([...stored, stored[0], ...stored])
    expect(await verifyChain(open.store)).toBe(ENTRIES.length + 401 + 13)
    const { id, hash } = rows.at(-1)!
    expect(await read(({ audit }) => audit.head())).toEqual({ id, hash })
  })
})
