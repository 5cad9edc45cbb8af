import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Scope } from '../../src-server/domain/access/scope.ts'
import { newAccount, type Account } from '../../src-server/domain/account/account.ts'
import type { AccountFilter, AccountSort } from '../../src-server/store/repositories/accounts.ts'
import type { WriteUnit } from '../../src-server/store/store.ts'
import { ENGINES, openStore, type OpenStore } from './open-store.ts'
import { addApplication, addOperator, FOREVER, HARD_TEXT, NOW, write } from './sample-records.ts'
import { inOrder, query, walkList } from './walk-list.ts'

const MISSING = 999_999
const EVERYTHING: Scope = { kind: 'everything' }

describe.each(ENGINES)('user accounts on %s', (engine) => {
  let open: OpenStore
  /** Each test has an application of its own. */
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
      app = await addApplication(unit, owner, `app${made}`)
    })
  const sample = (user: string, over: Partial<Account> = {}) => ({
    ...newAccount(app, { user, passwordHash: 'h', qq: `qq-${user}` }, NOW),
    ...over,
  })
  const add = async (unit: WriteUnit, user: string, over: Partial<Account> = {}) => {
    const account = await unit.accounts.insert(sample(user, over))
    if (account === undefined) throw new Error(`${user} is there already`)
    return account
  }
  const addAll = (...users: [user: string, over?: Partial<Account>][]) =>
    write(open.store, async (unit) => {
      const added: Account[] = []
      for (const [user, over] of users) added.push(await add(unit, user, over))
      return added
    })
  const names = (accounts: readonly Account[]) => accounts.map(({ user }) => user)

  it('an account comes back as it was given, by name and by id', async () => {
    await place()
    const given = sample('Aa_1', {
      qq: HARD_TEXT,
      name: HARD_TEXT,
      inviterId: MISSING,
      registrationIp: '::1',
      vip: FOREVER,
      disabled: true,
      disableReason: "it's off",
      failures: 3,
      lockedUntil: FOREVER,
      lastLoginAt: FOREVER,
    })
    const stored = await write(open.store, (unit) => unit.accounts.insert(given))
    expect(stored).toEqual({ ...given, id: stored?.id })
    const found = await open.store.read(async (unit) => [
      await unit.accounts.find(app, 'Aa_1'),
      await unit.accounts.findById(app, stored!.id),
      await unit.accounts.findInScope({ kind: 'ownedBy', operatorId: owner }, stored!.id),
      await unit.accounts.find(app, 'aA_1'),
      await unit.accounts.findById(app + 1, stored!.id),
      await unit.accounts.findInScope({ kind: 'ownedBy', operatorId: owner + 1 }, stored!.id),
      await unit.accounts.findInScope({ kind: 'attributedTo', operatorId: owner }, stored!.id),
      await unit.accounts.findInScope({ kind: 'within', of: EVERYTHING, apps: [app + 1] }, stored!.id),
    ])
    expect(found).toEqual([stored, stored, stored, undefined, undefined, undefined, undefined, undefined])
  })

  it('taken() says in the order of refusals what another account has', async () => {
    await place()
    await addAll(['a', { qq: '1', registrationIp: '1.1.1.1' }], ['b', { qq: '2' }])
    const taken = (user: string, qq: string, ip: string, of = app) =>
      open.store.read((unit) => unit.accounts.taken(of, { user, qq, ip }))
    expect(await taken('a', '1', '1.1.1.1')).toBe('qq')
    expect(await taken('b', '3', '1.1.1.1')).toBe('user')
    expect(await taken('c', '3', '1.1.1.1')).toBe('ip')
    expect(await taken('c', '3', '')).toBeUndefined()
    expect(await taken('a', '1', '1.1.1.1', app + 1)).toBeUndefined()
  })

  it('an account with a taken member is not inserted, and its neighbour is', async () => {
    await place()
    await addAll(['a', { qq: '1', registrationIp: '1.1.1.1' }])
    const results = await write(open.store, async (unit) => [
      await unit.accounts.insert(sample('a')),
      await unit.accounts.insert(sample('b', { qq: '1' })),
      await unit.accounts.insert(sample('c', { registrationIp: '1.1.1.1' })),
      await unit.accounts.insert(sample('d')),
      await unit.accounts.insert(sample('A')),
    ])
    expect(results.map((one) => one?.user)).toEqual([undefined, undefined, undefined, 'd', 'A'])
  })

  it('newestAt() is the time of the newest one', async () => {
    await place()
    expect(await open.store.read((unit) => unit.accounts.newestAt(app))).toBeUndefined()
    await addAll(['a', { createdAt: FOREVER }], ['b', { createdAt: 5 }])
    expect(await open.store.read((unit) => unit.accounts.newestAt(app))).toBe(FOREVER)
  })

  it('update() changes an account unless a member is taken', async () => {
    await place()
    const [a, b] = await addAll(['a', { qq: '1' }], ['b', { qq: '2' }])
    const change = { qq: '3', name: HARD_TEXT, lastLoginAt: null, failures: 1 }
    const results = await write(open.store, async (unit) => [
      await unit.accounts.update(a!.id, change),
      await unit.accounts.update(a!.id, {}),
      await unit.accounts.update(b!.id, { qq: '3' }),
      await unit.accounts.update(b!.id, { user: 'a' }),
      await unit.accounts.update(b!.id, { user: 'b', qq: '2' }),
      await unit.accounts.update(MISSING, { name: 'x' }),
      await unit.accounts.update(MISSING, {}),
    ])
    const changed = { ...a, ...change }
    expect(results).toEqual([changed, changed, undefined, undefined, b, undefined, undefined])
  })

  it('delete() says which ones were there', async () => {
    await place()
    const [a, b] = await addAll(['a'], ['b'])
    const results = await write(open.store, async (unit) => [
      await unit.accounts.delete([a!.id, 999_999]),
      await unit.accounts.delete([a!.id, b!.id]),
      await unit.accounts.delete([]),
    ])
    expect(results).toEqual([[a!.id], [b!.id], []])
  })

  it('insertMany() leaves out those whose name or number is taken, and alike() finds why', async () => {
    await place()
    const [a] = await addAll(['a'])
    const { id: _, ...like } = a!
    const one = (user: string, qq: string) => ({ ...like, user, qq, name: HARD_TEXT, vip: FOREVER })
    const wanted = [one('new', '1000001'), one('a', '1000002'), one('b', like.qq), one('last', '1000003')]
    const made = await write(open.store, (unit) => unit.accounts.insertMany(wanted))
    expect(made).toEqual([
      { ...wanted[0], id: made[0]?.id },
      { ...wanted[3], id: made[1]?.id },
    ])
    expect(made[1]!.id).toBeGreaterThan(made[0]!.id)
    const alike = (of: readonly { user: string; qq: string }[], where = app) =>
      open.store.read(async (unit) => (await unit.accounts.alike(where, of)).map(({ user }) => user).sort())
    expect(await alike([wanted[0]!, { user: 'nobody', qq: like.qq }, { user: 'A', qq: '0' }])).toEqual([
      'a',
      'new',
    ])
    expect(await alike(wanted, app + 1)).toEqual([])
    expect(await alike([])).toEqual([])
  })

  it('updateMany() changes and extends, and leaves permanent ones', async () => {
    await place()
    const ends = [0, NOW + 50, FOREVER - 10, FOREVER]
    const all = await addAll(...ends.map((vip, i): [string, Partial<Account>] => [`u${i}`, { vip }]))
    const ids = all.map(({ id }) => id)
    const update = (change: Partial<Account>, seconds: number | undefined, of = ids) =>
      write(open.store, (unit) => unit.accounts.updateMany(of, change, seconds, NOW))
    const longer = await update({ name: 'n' }, 100, [...ids].reverse())
    expect(longer).toEqual([
      { ...all[0], vip: NOW + 100, name: 'n' },
      { ...all[1], vip: NOW + 150, name: 'n' },
      { ...all[2], vip: FOREVER, name: 'n' },
    ])
    expect((await update({ disabled: true }, undefined)).map(({ disabled }) => disabled)).toEqual(
      ends.map(() => true),
    )
    expect((await update({}, undefined)).map(({ id }) => id)).toEqual(ids)
    expect(await update({ name: 'x' }, 5, [])).toEqual([])
    expect(await update({}, undefined, [])).toEqual([])
  })

  it('ofIds() and idsAfter() keep to the scope', async () => {
    await place()
    const [a, b, c] = await addAll(['a', { disabled: true }], ['b'], ['c', { disabled: true }])
    const own: Scope = { kind: 'ownedBy', operatorId: owner }
    const other: Scope = { kind: 'ownedBy', operatorId: owner + 1 }
    const seen = await open.store.read(async (unit) => ({
      own: names(await unit.accounts.ofIds(own, [c!.id, a!.id, MISSING])),
      other: await unit.accounts.ofIds(other, [a!.id]),
      none: await unit.accounts.ofIds(own, []),
      all: await unit.accounts.idsAfter(own, {}, undefined, 0, 10),
      disabled: await unit.accounts.idsAfter(own, { disabled: true }, undefined, 0, 10),
      after: await unit.accounts.idsAfter(EVERYTHING, { app, disabled: false }, '', a!.id, 10),
      limited: await unit.accounts.idsAfter(own, {}, 'QQ-', 0, 2),
      agent: await unit.accounts.idsAfter({ kind: 'attributedTo', operatorId: owner }, {}, undefined, 0, 9),
    }))
    expect(seen).toEqual({
      own: ['a', 'c'],
      other: [],
      none: [],
      all: [a!.id, b!.id, c!.id],
      disabled: [a!.id, c!.id],
      after: [b!.id],
      limited: [a!.id, b!.id],
      agent: [],
    })
  })

  describe('the list', () => {
    const list = (filter: AccountFilter, scope: Scope = { kind: 'ownedBy', operatorId: owner }) => {
      return (asked: Parameters<WriteUnit['accounts']['list']>[2]) =>
        open.store.read((unit) => unit.accounts.list(scope, filter, asked))
    }
    const byId = (asked: Partial<Parameters<typeof query<AccountSort>>[0]>) =>
      query<AccountSort>({ sort: 'id', desc: false, ...asked })

    const ORDERS: [AccountSort, (account: Account) => string | number | null][] = [
      ['id', ({ id }) => id],
      ['user', ({ user }) => user],
      ['vip', ({ vip }) => vip],
      ['created_at', ({ createdAt }) => createdAt],
      ['last_login_at', ({ lastLoginAt }) => lastLoginAt],
    ]
    it.each(ORDERS)('is sorted by %s in both directions, page by page', async (sort, valueOf) => {
      await place()
      const all = await addAll(
        ['b', { vip: 5, lastLoginAt: 7 }],
        ['B', { vip: 5, createdAt: 1 }],
        ['a', { vip: FOREVER, lastLoginAt: null, createdAt: 1 }],
        ['c', { lastLoginAt: 7 }],
        ['_', { lastLoginAt: 0, createdAt: FOREVER }],
      )
      for (const desc of [false, true])
        for (const limit of [1, 2, 5])
          expect(names(await walkList(list({}), { sort, desc }, limit))).toEqual(
            names(inOrder(all, valueOf, desc)),
          )
    })

    it('finds texts in either case, and wildcards literally', async () => {
      await place()
      await addAll(
        ['alpha', { qq: 'Q100%', name: '张三丰' }],
        ['beta', { qq: 'Q1000', name: 'Ünïcode' }],
        ['gam_ma', { qq: '\\x', name: "O'Neil" }],
      )
      const search = async (text: string, filter: AccountFilter = {}) =>
        names((await list(filter)(byId({ search: text }))).rows)
      expect(await search('ALPHA')).toEqual(['alpha'])
      expect(await search('q100')).toEqual(['alpha', 'beta'])
      expect(await search('0%')).toEqual(['alpha'])
      expect(await search('m_m')).toEqual(['gam_ma'])
      expect(await search('_')).toEqual(['gam_ma'])
      expect(await search('三')).toEqual(['alpha'])
      expect(await search('张三')).toEqual(['alpha'])
      expect(await search('ünï')).toEqual([])
      expect(await search('nïCODE')).toEqual(['beta'])
      expect(await search('\\')).toEqual(['gam_ma'])
      expect(await search("'")).toEqual(['gam_ma'])
      expect(await search('a\0')).toEqual([])
      expect(await search('')).toEqual(['alpha', 'beta', 'gam_ma'])
      expect(await search('a', { app: app + 1 })).toEqual([])
    })

    it('follows changes of the searched texts', async () => {
      await place()
      const [a] = await addAll(['first'], ['second'])
      await write(open.store, (unit) => unit.accounts.update(a!.id, { name: 'renamed' }))
      expect(names((await list({})(byId({ search: 'renamed' }))).rows)).toEqual(['first'])
      await write(open.store, (unit) => unit.accounts.delete([a!.id]))
      expect((await list({})(byId({ search: 'renamed' }))).total).toBe(0)
    })

    it('keeps to the scope and the filter', async () => {
      await place()
      const first = app
      await addAll(['a', { disabled: true }], ['b'])
      await write(open.store, async (unit) => {
        app = await addApplication(unit, owner, `more${made}`)
      })
      await addAll(['c', { disabled: true }], ['d'])
      const seen = async (filter: AccountFilter, scope?: Scope) => {
        const { rows, total, total_exact } = await list(filter, scope)(byId({}))
        expect([total, total_exact]).toEqual([rows.length, true])
        return names(rows)
      }
      expect(await seen({})).toEqual(['a', 'b', 'c', 'd'])
      expect(await seen({ app })).toEqual(['c', 'd'])
      expect(await seen({ disabled: true })).toEqual(['a', 'c'])
      expect(await seen({ disabled: false, app: first })).toEqual(['b'])
      expect(await seen({ app: first }, EVERYTHING)).toEqual(['a', 'b'])
      const own: Scope = { kind: 'ownedBy', operatorId: owner }
      expect(await seen({}, { kind: 'within', of: own, apps: [app] })).toEqual(['c', 'd'])
      expect(await seen({}, { kind: 'within', of: own, apps: [] })).toEqual([])
      expect(await seen({}, { kind: 'attributedTo', operatorId: owner })).toEqual([])
      expect(await seen({}, { kind: 'ownedBy', operatorId: MISSING })).toEqual([])
    })

    it('counts and skips', async () => {
      await place()
      await addAll(['a'], ['b'], ['c'], ['d'])
      const page = await list({})(byId({ desc: true, offset: 1, limit: 2 }))
      expect([names(page.rows), page.total]).toEqual([['c', 'b'], 4])
      const last = await list({})(byId({ offset: 4, limit: 2 }))
      expect([last.rows, last.total, last.next]).toEqual([[], 4, null])
    })
  })
})
