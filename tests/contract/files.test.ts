import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Scope } from '../../src-server/domain/access/scope.ts'
import type { AppFile } from '../../src-server/domain/file/file.ts'
import { readCursor } from '../../src-server/domain/paging/cursor.ts'
import type { FileFilter } from '../../src-server/store/repositories/files.ts'
import type { StoredImage } from '../../src-server/store/repositories/images.ts'
import type { WriteUnit } from '../../src-server/store/store.ts'
import { ENGINES, openStore, type OpenStore } from './open-store.ts'
import { addApplication, addOperator, FOREVER, HARD_TEXT, NOW } from './sample-records.ts'

const EVERYTHING: Scope = { kind: 'everything' }
const NO_ONE = 9_999

describe.each(ENGINES)('files on %s', (engine) => {
  let open: OpenStore
  let dev: number
  let gold: number
  let theirs: number
  const write = <T>(work: (unit: WriteUnit) => Promise<T>) => open.store.write(work, { durable: true })
  const read: OpenStore['store']['read'] = (work) => open.store.read(work)

  beforeAll(async () => {
    open = await openStore(engine)
    await write(async (unit) => {
      dev = await addOperator(unit, 'dev')
      gold = await addApplication(unit, dev, 'Gold')
      theirs = await addApplication(unit, await addOperator(unit, 'other'), 'Theirs')
    })
  })
  afterAll(() => open.close())

  const scopes = (): readonly (readonly [Scope, boolean])[] => [
    [EVERYTHING, true],
    [{ kind: 'ownedBy', operatorId: dev }, true],
    [{ kind: 'ownedBy', operatorId: NO_ONE }, false],
    [{ kind: 'attributedTo', operatorId: dev }, false],
    [{ kind: 'within', apps: [gold], of: EVERYTHING }, true],
    [{ kind: 'within', apps: [theirs], of: { kind: 'ownedBy', operatorId: dev } }, false],
    [{ kind: 'within', apps: [], of: EVERYTHING }, false],
  ]

  it('are stored with a sealed password, listed, resolved and deleted', async () => {
    const given: Omit<AppFile, 'id'> = {
      appId: gold,
      kind: 'share',
      url: 'https://pan/1%',
      password: HARD_TEXT,
      resolvedUrl: '',
      resolvedAt: null,
      resolveError: '',
      note: '备注 a_b',
      enabled: true,
      createdAt: NOW,
    }
    const insert = (over: Partial<AppFile> = {}) => write((unit) => unit.files.insert({ ...given, ...over }))
    const one = await insert()
    expect(one).toEqual({ id: one.id, ...given })
    const late = await insert({ resolvedAt: FOREVER, password: '' })
    const early = await insert({ resolvedAt: NOW, enabled: false, createdAt: NOW - 1 })
    const direct = await insert({ kind: 'direct', url: 'HTTPS://A', note: '' })
    const other = await insert({ appId: theirs })
    const [stored] = await open.run<{ password: string }>(`SELECT password FROM files WHERE id = ${one.id}`)
    expect(stored?.password).toMatch(/^sealed:/)

    const enabled = (id?: number) => read((unit) => unit.files.enabled(gold, id))
    expect(await enabled()).toEqual([direct, late, one])
    expect(await enabled(one.id)).toEqual([one])
    expect(await enabled(early.id)).toEqual([])
    for (const [scope, isThere] of scopes())
      expect(await read((unit) => unit.files.findInScope(scope, one.id))).toEqual(isThere ? one : undefined)

    const due = (before: number, limit = 9) => read((unit) => unit.files.toResolve(before, limit))
    expect(await due(FOREVER)).toEqual([one, other, early, late])
    expect(await due(NOW, 3)).toEqual([one, other, early])
    expect(await due(NOW - 1, 1)).toEqual([one])

    const list = (scope: Scope, filter: FileFilter, over: object = {}) =>
      read((unit) =>
        unit.files.list(scope, filter, { offset: 0, limit: 50, sort: 'id', desc: true, ...over }),
      )
    const mine: Scope = { kind: 'ownedBy', operatorId: dev }
    expect((await list(mine, {})).rows).toEqual([direct, early, late, one])
    expect((await list(mine, { app: theirs })).rows).toEqual([])
    expect((await list(EVERYTHING, { app: theirs, enabled: true })).rows).toEqual([other])
    expect((await list(mine, { enabled: false })).rows).toEqual([early])
    expect((await list(mine, {}, { search: 'https://a' })).rows).toEqual([direct])
    expect((await list(mine, {}, { search: '备' })).total).toBe(3)
    expect((await list(mine, {}, { search: '1%', limit: 1 })).total).toBe(3)
    expect((await list(mine, {}, { search: 'axb' })).total).toBe(0)
    const byTime = { sort: 'created_at', desc: false, limit: 2 } as const
    const page = await list(mine, {}, byTime)
    expect(page.rows).toEqual([early, one])
    const after = readCursor(page.next!, 'created_at')
    expect((await list(mine, {}, { ...byTime, after })).rows).toEqual([late, direct])

    const change = { password: 'new', resolvedUrl: 'https://x', resolvedAt: NOW }
    expect(await write((unit) => unit.files.update(one.id, change))).toEqual({ ...one, ...change })
    expect(await write((unit) => unit.files.update(one.id, {}))).toEqual({ ...one, ...change })
    expect(await write((unit) => unit.files.update(NO_ONE, change))).toBeUndefined()
    const remove = () => write((unit) => unit.files.delete(one.id))
    expect([await remove(), await remove()]).toEqual([true, false])
  })

  it('pictures keep their bytes, and go with their requests', async () => {
    await open.seed('requests', [
      { id: 1, number: 'r1', state: 'pending', appId: gold },
      { id: 2, number: 'r2', state: 'approved', appId: gold, endedAt: NOW },
      { id: 3, number: 'r3', state: 'approved', appId: gold, endedAt: NOW + 5 },
    ])
    const bytes = Uint8Array.from({ length: 256 }, (_, i) => i)
    const given: StoredImage = {
      id: 'z',
      purpose: 'request',
      type: 'image/png',
      width: 4000,
      height: 1,
      bytes,
      requestId: 1,
      createdAt: NOW,
    }
    const insert = (id: string, over: Partial<StoredImage> = {}) =>
      write((unit) => unit.images.insert({ ...given, id, ...over }))
    await insert('z')
    await insert('b')
    await insert('a', { createdAt: NOW - 1 })
    await insert('old', { requestId: 2 })
    await insert('young', { requestId: 3 })
    await insert('logo', { purpose: 'logo', requestId: null, createdAt: NOW + 1 })
    const found = await read((unit) => unit.images.find('z'))
    expect({ ...found, bytes: [...found!.bytes] }).toEqual({ ...given, bytes: [...bytes] })
    expect(await read((unit) => unit.images.find('%00\0'))).toBeUndefined()
    expect(await read((unit) => unit.images.count('request'))).toBe(5)
    const ids = async (purposes: StoredImage['purpose'][]) =>
      (await read((unit) => unit.images.list(purposes))).map(({ id }) => id)
    expect(await ids(['logo', 'request'])).toEqual(['logo', 'b', 'old', 'young', 'z', 'a'])
    expect(await ids([])).toEqual([])
    expect(await read((unit) => unit.images.idsOf([1, 2, 9]))).toEqual(
      new Map([
        [1, ['a', 'z', 'b']],
        [2, ['old']],
        [9, []],
      ]),
    )
    expect(await read((unit) => unit.images.idsOf([]))).toEqual(new Map())
    expect(await read((unit) => unit.images.countOf(1))).toBe(3)
    const forget = (before: number, limit = 9) => write((unit) => unit.images.deleteOfEnded(before, limit))
    expect([await forget(NOW), await forget(NOW + 1), await forget(FOREVER, 0)]).toEqual([0, 1, 0])
    expect(await read((unit) => unit.images.find('young'))).toBeDefined()
    const { bytes: _, requestId: __, ...facts } = given
    const logo = { ...facts, id: 'logo', purpose: 'logo', createdAt: NOW + 1, size: 256 }
    const remove = () => write((unit) => unit.images.delete('logo'))
    expect([await remove(), await remove()]).toEqual([logo, undefined])
  })

  it('links to kits are used as often as they allow', async () => {
    const given = {
      appId: gold,
      type: 'mql5',
      tokenDigest: 'k1',
      maxUses: 2,
      createdBy: HARD_TEXT,
      createdAt: NOW,
      expiresAt: NOW + 10,
    } as const
    const insert = (over: object = {}) => write((unit) => unit.kitLinks.insert({ ...given, ...over }))
    const link = await insert()
    const other = await insert({ tokenDigest: 'k2', expiresAt: FOREVER })
    expect(link).toEqual({ id: link.id, ...given, used: 0, revokedAt: null, lastUsedAt: null })
    expect(await read((unit) => unit.kitLinks.findByDigest('k1'))).toEqual(link)
    expect(await read((unit) => unit.kitLinks.findByDigest('K1'))).toBeUndefined()
    for (const [scope, isThere] of scopes())
      expect(await read((unit) => unit.kitLinks.findInScope(scope, link.id))).toEqual(
        isThere ? link : undefined,
      )
    expect(await read((unit) => unit.kitLinks.ofApplication(gold, 1))).toEqual([other])
    expect(await read((unit) => unit.kitLinks.ofApplication(theirs, 9))).toEqual([])
    const countOpen = (now: number) => read((unit) => unit.kitLinks.countOpen(gold, now))
    expect([await countOpen(NOW), await countOpen(NOW + 10)]).toEqual([2, 1])
    const use = (now: number) => write((unit) => unit.kitLinks.use(link.id, now))
    expect([await use(NOW + 10), await use(NOW + 1), await use(NOW + 2), await use(NOW + 3)]).toEqual([
      false,
      true,
      true,
      false,
    ])
    expect(await read((unit) => unit.kitLinks.findByDigest('k1'))).toMatchObject({
      used: 2,
      lastUsedAt: NOW + 2,
    })
    const revoke = (id: number) => write((unit) => unit.kitLinks.revoke(id, NOW))
    expect([await revoke(link.id), await revoke(other.id), await revoke(other.id)]).toEqual([
      false,
      true,
      false,
    ])
    await write((unit) => unit.kitLinks.deleteEndedBefore(NOW + 11))
    expect(await read((unit) => unit.kitLinks.ofApplication(gold, 9))).toEqual([{ ...other, revokedAt: NOW }])
  })

  it('keys of HTTPS are sealed, replaced and removed', async () => {
    const find = (id: string) => read((unit) => unit.httpsKeys.find(id))
    const set = (id: string, about: unknown, secret: string) =>
      write((unit) => unit.httpsKeys.set(id, { about, secret }, NOW))
    const account = 'account https://ca/%_'
    await set(account, { chain: ['a'] }, 'first')
    await set(account, [HARD_TEXT, null, { n: FOREVER }], HARD_TEXT)
    await set('order', 'text', '')
    expect(await find(account)).toEqual({ about: [HARD_TEXT, null, { n: FOREVER }], secret: HARD_TEXT })
    expect(await find('order')).toEqual({ about: 'text', secret: '' })
    expect(await find('nothing')).toBeUndefined()
    const rows = await open.run<{ secret: string }>(`SELECT secret FROM https_keys WHERE id = '${account}'`)
    expect(rows[0]?.secret).toMatch(/^sealed:/)
    await write((unit) => unit.httpsKeys.remove(account))
    await write((unit) => unit.httpsKeys.remove(account))
    expect(await find(account)).toBeUndefined()
  })
})
