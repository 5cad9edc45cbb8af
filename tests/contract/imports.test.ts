import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Scope } from '../../src-server/domain/access/scope.ts'
import { ENGINES, openStore, type OpenStore } from './open-store.ts'
import { addApplication, addOperator, FOREVER, HARD_TEXT, NOW, write } from './sample-records.ts'

const MISSING = 999_999
const EVERYTHING: Scope = { kind: 'everything' }

describe.each(ENGINES)('imports on %s', (engine) => {
  let open: OpenStore
  let owner: number
  let app: number
  let made = 0

  beforeAll(async () => {
    open = await openStore(engine)
  })
  afterAll(() => open.close())

  const place = () =>
    write(open.store, async (unit) => {
      owner = await addOperator(unit, `dev${made++}`)
      app = await addApplication(unit, owner, 'app')
    })
  const sample = (kind: 'code' | 'device' = 'code', file = 'f.csv') => ({
    kind,
    appId: app,
    file,
    byId: 7,
    by: '中文',
    at: FOREVER,
  })
  const add = (...given: Parameters<typeof sample>) =>
    write(open.store, (unit) => unit.imports.insert(sample(...given)))
  const find = (id: number, scope: Scope = EVERYTHING) =>
    open.store.read((unit) => unit.imports.find(scope, id))
  const items = (id: number, afterId = 0, limit = 10) =>
    open.store.read((unit) => unit.imports.items(id, afterId, limit))

  it('an import comes back as it was written', async () => {
    await place()
    const id = await add('device', HARD_TEXT)
    const counts = { made: 0, changed: 0, removed: 0, restored: 0, undoneBy: '', undoneAt: null }
    expect(await find(id)).toEqual({ ...sample('device', HARD_TEXT), ...counts, id })
    expect(await find(MISSING)).toBeUndefined()
  })

  it('rows are counted, and a second change of one keeps its first values', async () => {
    await place()
    const id = await add()
    const first = [
      { itemId: 30, mark: 'm30', before: null },
      { itemId: 10, mark: 'm10', before: HARD_TEXT },
      { itemId: FOREVER, mark: 'big', before: '{}' },
    ]
    await write(open.store, async (unit) => {
      await unit.imports.addItems(id, first)
      await unit.imports.addItems(id, [
        { itemId: 10, mark: 'soon', before: 'later' },
        { itemId: 40, mark: 'new', before: null },
        { itemId: 10, mark: 'again', before: null },
        { itemId: 40, mark: 'twice', before: '[]' },
      ])
      await unit.imports.addItems(id, [])
    })
    const stored = [
      { itemId: 10, mark: 'again', before: HARD_TEXT },
      first[0],
      { itemId: 40, mark: 'twice', before: null },
      first[2],
    ]
    expect(await items(id)).toEqual(stored)
    expect(await items(id, 10, 1)).toEqual([first[0]])
    expect(await items(MISSING)).toEqual([])
    expect(await find(id)).toMatchObject({ made: 3, changed: 4 })
    const count = (of: number) => open.store.read((unit) => unit.imports.countItems(of))
    expect([await count(id), await count(MISSING)]).toEqual([4, 0])
  })

  it('an undo forgets the rows that it handled, and ends once', async () => {
    await place()
    const [id, other] = [await add(), await add()]
    const rows = [1, 2, 3, 4].map((itemId) => ({ itemId, mark: 'm', before: null }))
    const marked = await write(open.store, async (unit) => {
      await unit.imports.addItems(id, rows)
      await unit.imports.addItems(other, rows)
      await unit.imports.settle(id, { removed: [1], restored: [3], gone: [2, MISSING] })
      await unit.imports.settle(id, { removed: [], restored: [], gone: [] })
      return [
        await unit.imports.markUndone(id, HARD_TEXT, NOW),
        await unit.imports.markUndone(id, 'later', NOW + 1),
        await unit.imports.markUndone(MISSING, 'x', NOW),
      ]
    })
    expect(marked).toEqual([true, false, false])
    expect((await items(id)).map(({ itemId }) => itemId)).toEqual([4])
    expect(await items(other)).toHaveLength(4)
    expect(await find(id)).toMatchObject({ removed: 1, restored: 1, undoneBy: HARD_TEXT, undoneAt: NOW })
  })

  it('are listed newest first, by kind and scope', async () => {
    await place()
    const ids = [await add('code'), await add('device'), await add('code')]
    const list = async (scope: Scope, limit = 10, kind: 'code' | 'device' = 'code') => {
      const rows = await open.store.read((unit) => unit.imports.list(scope, kind, limit))
      return rows.map(({ id }) => id)
    }
    const own: Scope = { kind: 'ownedBy', operatorId: owner }
    const agent: Scope = { kind: 'attributedTo', operatorId: owner }
    const foreign: Scope = { kind: 'ownedBy', operatorId: MISSING }
    expect(await list(own)).toEqual([ids[2], ids[0]])
    expect(await list(own, 1)).toEqual([ids[2]])
    expect(await list(own, 10, 'device')).toEqual([ids[1]])
    expect(await list({ kind: 'within', of: own, apps: [app] })).toEqual([ids[2], ids[0]])
    expect(await list({ kind: 'within', of: own, apps: [MISSING] })).toEqual([])
    expect(await list(agent)).toEqual([])
    expect((await list(EVERYTHING, 2))[0]).toBe(ids[2])
    expect([await find(ids[0]!, foreign), await find(ids[0]!, agent)]).toEqual([undefined, undefined])
    expect((await find(ids[0]!, own))?.id).toBe(ids[0])
  })
})
