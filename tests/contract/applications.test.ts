import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Scope } from '../../src-server/domain/access/scope.ts'
import type { Application } from '../../src-server/domain/application/application.ts'
import type { ApplicationFilter, ApplicationSort } from '../../src-server/store/repositories/applications.ts'
import type { ListQuery } from '../../src-server/contract/paging.ts'
import { ENGINES, openStore, type OpenStore } from './open-store.ts'
import {
  addApplication,
  addDevice,
  addOperator,
  FOREVER,
  HARD_TEXT,
  NOW,
  sampleApplication,
  write,
} from './sample-records.ts'
import { inOrder, query, walkList } from './walk-list.ts'

const MISSING = 999_999
const FIRST_NUMBER = 10_001

describe.each(ENGINES)('applications on %s', (engine) => {
  let open: OpenStore
  /** Each test has an owner of its own. */
  let owner: number
  let made = 0

  beforeAll(async () => {
    open = await openStore(engine)
  })
  afterAll(() => open.close())

  const newOwner = async () => {
    owner = await write(open.store, (unit) => addOperator(unit, `dev${made++}`))
  }
  const add = (name: string, over: Partial<Application> = {}) =>
    write(open.store, (unit) => unit.applications.insert(sampleApplication(owner, name, over)))

  it('numbers begin with 10001, and follow one that another system gave', async () => {
    await newOwner()
    const first = await add('first')
    const moved = await add('moved', { id: first.id + 50, apiTotal: FOREVER })
    const earlier = await add('earlier', { id: 500 })
    const next = await add('next')
    expect(first.id).toBe(FIRST_NUMBER)
    expect([moved.id, moved.apiTotal, earlier.id, next.id]).toEqual([
      first.id + 50,
      FOREVER,
      500,
      first.id + 51,
    ])
    const exact = await add('exact', { id: next.id + 1 })
    expect([exact.id, (await add('last')).id]).toEqual([next.id + 1, next.id + 2])
  })

  it('an application comes back as it was given, with its secrets', async () => {
    await newOwner()
    const settings = sampleApplication(owner, HARD_TEXT)
    const given = {
      ...settings,
      appkey: HARD_TEXT,
      rc4Key: 'rc4',
      previousAppkey: 'old',
      previousAppkeyUntil: FOREVER,
      answerKey: 'public',
      answerPrivateKey: 'private',
      rsaPrivateKey: 'rsa',
      pay: { ...settings.pay, appkey: 'pay secret', url: HARD_TEXT },
      mt5: { ...settings.mt5, bindSecret: 'bind', messengerAppSecret: HARD_TEXT },
      scripts: { ygg: HARD_TEXT, sig: '\u0001' },
      freeMode: true,
      window: 86_400,
      demo: true,
      createdAt: FOREVER,
    }
    const stored = await write(open.store, (unit) => unit.applications.insert(given))
    expect(stored).toEqual({ ...given, id: stored.id, apiTotal: 0, revision: stored.revision })
    const found = await open.store.read(async (unit) => [
      await unit.applications.find(stored.id),
      (await unit.applications.all([stored.id]))[0],
      await unit.applications.find(MISSING),
    ])
    expect(found).toEqual([stored, stored, undefined])
  })

  it('update() writes the named members, and the next revision', async () => {
    await newOwner()
    const stored = await add('a', { appkey: 'k1' })
    const change = { appkey: 'k2', mt5: { ...stored.mt5, bindSecret: 'b2' }, loginClosed: true }
    const results = await write(open.store, async (unit) => [
      await unit.applications.update(stored.id, change),
      await unit.applications.update(stored.id, {}),
      await unit.applications.update(MISSING, { name: 'x' }),
      await unit.applications.update(MISSING, {}),
    ])
    const changed = { ...stored, ...change, revision: stored.revision + 1 }
    expect(results).toEqual([changed, changed, undefined, undefined])
  })

  it('all() gives the named ones, or all', async () => {
    await newOwner()
    const [a, b] = [await add('a'), await add('b')]
    const ids = (applications: readonly Application[]) => applications.map(({ id }) => id)
    const seen = await open.store.read(async (unit) => ({
      named: ids(await unit.applications.all([b.id, MISSING])),
      none: await unit.applications.all([]),
      all: ids(await unit.applications.all()),
    }))
    expect([seen.named, seen.none]).toEqual([[b.id], []])
    expect(seen.all).toContain(a.id)
    expect(seen.all).toContain(b.id)
  })

  it('calls add up without a new revision', async () => {
    await newOwner()
    const [a, b] = [await add('a'), await add('b')]
    const totals = await write(open.store, async (unit) => [
      await unit.applications.addCalls(
        new Map([
          [b.id, 5],
          [MISSING, 1],
          [a.id, FOREVER],
        ]),
      ),
      await unit.applications.addCalls(new Map([[a.id, 1]])),
      await unit.applications.addCalls(new Map()),
    ])
    expect(totals.map((one) => [...one].sort(([x], [y]) => x - y))).toEqual([
      [
        [a.id, FOREVER],
        [b.id, 5],
      ],
      [[a.id, FOREVER + 1]],
      [],
    ])
    const seen = await open.store.read(async (unit) => ({
      totals: await unit.applications.callTotals([a.id, b.id, MISSING]),
      none: await unit.applications.callTotals([]),
      a: await unit.applications.find(a.id),
    }))
    expect(seen.totals).toEqual(
      new Map([
        [a.id, FOREVER + 1],
        [b.id, 5],
      ]),
    )
    expect([seen.none.size, seen.a?.revision]).toEqual([0, a.revision])
  })

  it('delete() takes everything of the application along', async () => {
    await newOwner()
    const app = await add('a')
    const device = await write(open.store, (unit) => addDevice(unit, app.id, '1@S'))
    const results = await write(open.store, async (unit) => [
      await unit.applications.delete(app.id),
      await unit.applications.delete(app.id),
    ])
    expect(results).toEqual([true, false])
    expect(await open.store.read((unit) => unit.devices.ofIds([device.id]))).toEqual([])
  })

  it('delete() takes as many codes along as there are, and those of no other application', async () => {
    await newOwner()
    const [app, other] = [await add('a'), await add('b')]
    const code = (appId: number, n: number) => ({ appId, kami: `C${n}`, recycledAt: n % 2 ? NOW : null })
    await open.seed('codes', [code(other.id, 0)])
    for (let n = 0; n < 6000; n += 1000)
      await open.seed(
        'codes',
        Array.from({ length: 1000 }, (_, at) => code(app.id, n + at)),
      )
    await open.seed('codes', [code(other.id, 1)])
    expect(await write(open.store, (unit) => unit.applications.delete(app.id))).toBe(true)
    const left = await open.store.read(async ({ codes }) => ({
      own: [await codes.find(app.id, 'C0'), await codes.find(app.id, 'C5999')],
      first: (await codes.find(other.id, 'C0'))?.appId,
      isLast: (await codes.find(other.id, 'C1'))?.id === (await codes.lastId()),
    }))
    expect(left).toEqual({ own: [undefined, undefined], first: other.id, isLast: true })
  })

  describe('the list', () => {
    const list = (filter: ApplicationFilter = {}, scope: Scope = { kind: 'ownedBy', operatorId: owner }) => {
      return (asked: ListQuery<ApplicationSort>) =>
        open.store.read((unit) => unit.applications.list(scope, filter, asked))
    }
    const seen = async (filter: ApplicationFilter, scope?: Scope, search?: string) => {
      const { rows, total } = await list(filter, scope)(query({ sort: 'app', desc: false, search }))
      expect(total).toBe(rows.length)
      return rows.map(({ name }) => name)
    }

    const ORDERS: [ApplicationSort, (application: Application) => string | number][] = [
      ['app', ({ id }) => id],
      ['name', ({ name }) => name],
      ['created_at', ({ createdAt }) => createdAt],
    ]
    it.each(ORDERS)('is sorted by %s in both directions, page by page', async (sort, valueOf) => {
      await newOwner()
      const all = [
        await add('b', { createdAt: 5 }),
        await add('B', { createdAt: 5 }),
        await add('中', { createdAt: FOREVER }),
        await add('b', { createdAt: 1 }),
      ]
      for (const desc of [false, true])
        for (const limit of [1, 3, 4]) {
          const walked = await walkList(list(), { sort, desc }, limit)
          expect(walked.map(({ id }) => id)).toEqual(inOrder(all, valueOf, desc).map(({ id }) => id))
        }
    })

    it('keeps to the scope, the filter and the search', async () => {
      await newOwner()
      const a = await add('Alpha 100%', { state: 'n', appkey: 'secret' })
      await add('beta_中文')
      const own: Scope = { kind: 'ownedBy', operatorId: owner }
      expect(await seen({})).toEqual(['Alpha 100%', 'beta_中文'])
      expect(await seen({ state: 'n' })).toEqual(['Alpha 100%'])
      expect(await seen({ owner })).toEqual(['Alpha 100%', 'beta_中文'])
      expect(await seen({ owner: MISSING })).toEqual([])
      expect(await seen({ owner, state: 'y' }, { kind: 'everything' })).toEqual(['beta_中文'])
      expect(await seen({}, { kind: 'attributedTo', operatorId: owner })).toEqual([])
      expect(await seen({}, { kind: 'within', of: own, apps: [a.id] })).toEqual(['Alpha 100%'])
      expect(await seen({}, own, 'ALPHA')).toEqual(['Alpha 100%'])
      expect(await seen({}, own, '%')).toEqual(['Alpha 100%'])
      expect(await seen({}, own, '_')).toEqual(['beta_中文'])
      expect(await seen({}, own, '中')).toEqual(['beta_中文'])
      expect(await seen({}, own, String(a.id))).toEqual(['Alpha 100%'])
      expect(await seen({}, own, String(a.id).slice(0, -1))).toEqual([])
      expect(await seen({}, own, 'a\0')).toEqual([])
      const { rows } = await list()(query({ sort: 'app', desc: false }))
      expect(rows[0]?.appkey).toBe('secret')
    })
  })

  it('an owner of applications is not deleted', async () => {
    await newOwner()
    await write(open.store, (unit) => addApplication(unit, owner, 'a', { createdAt: NOW }))
    await expect(write(open.store, (unit) => unit.operators.delete(owner))).rejects.toThrow()
  })
})
