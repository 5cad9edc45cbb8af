import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Scope } from '../../src-server/domain/access/scope.ts'
import type { Code } from '../../src-server/domain/code/code.ts'
import type { CodeRepository } from '../../src-server/store/repositories/codes.ts'
import type { WriteUnit } from '../../src-server/store/store.ts'
import { ENGINES, openStore, type OpenStore } from './open-store.ts'
import { addCode, sampleCode } from './sample-codes.ts'
import { addApplication, addDevice, addOperator, FOREVER, HARD_TEXT, NOW, write } from './sample-records.ts'

const EVERYTHING: Scope = { kind: 'everything' }
const MISSING = 999_999
const ACCOUNT = '100@Broker'

describe.each(ENGINES)('codes on %s', (engine) => {
  let open: OpenStore
  let owner: number
  let agent: number
  let app: number
  let other: number
  let made = 0

  beforeAll(async () => {
    open = await openStore(engine)
  })
  beforeEach(() =>
    write(open.store, async (unit) => {
      owner = await addOperator(unit, `dev${made++}`)
      agent = await addOperator(unit, `agent${made}`, 'agent')
      app = await addApplication(unit, owner, 'app')
      other = await addApplication(unit, owner, 'other')
    }),
  )
  afterAll(() => open.close())

  const put = (kami: string, over: Partial<Code> = {}, to = app) =>
    write(open.store, (unit) => addCode(unit, to, kami, over))
  const act = <T>(work: (codes: CodeRepository, unit: WriteUnit) => Promise<T>) =>
    write(open.store, (unit) => work(unit.codes, unit))
  const read = <T>(work: (codes: CodeRepository) => Promise<T>) => open.store.read((unit) => work(unit.codes))
  const again = async ({ id }: Pick<Code, 'id'>) => read((codes) => codes.get(EVERYTHING, id))

  it('stores each member as it was, and finds the code by its exact text', async () => {
    const full: Partial<Code> = {
      type: 'vip',
      seconds: FOREVER,
      left: 999_999_999,
      markcode: HARD_TEXT,
      accountKey: ACCOUNT,
      ip: '1.2.3.4',
      ip6: '2001:db8::/64',
      useTime: 0,
      endTime: FOREVER,
      unbinds: 3,
      lastUnbind: NOW,
      disabled: true,
      agentId: agent,
      note: HARD_TEXT,
      tags: ['VIP', '中文', `a'b"c\\%_`],
      fields: { '1': 'one', '6400': `O'Neil \\ %` },
      seats: 1000,
      gaveSeconds: FOREVER,
      spent: true,
      takenSeconds: 5,
      recordEndBefore: FOREVER + 1,
      rechargedAccountId: 7,
      strippedMachine: 'rest',
      createdAt: 0,
    }
    const stored = await put(HARD_TEXT, full)
    const expected = { ...sampleCode(app, HARD_TEXT, full), id: stored.id, revision: 0, recycledAt: null }
    expect(await read((codes) => codes.find(app, HARD_TEXT))).toEqual(expected)
    expect(await again(stored)).toEqual(expected)
    expect(await read((codes) => codes.find(app, HARD_TEXT.toLowerCase()))).toBeUndefined()
    expect(await read((codes) => codes.find(other, HARD_TEXT))).toBeUndefined()
  })

  it('refuses a text twice in an application, and goes on', async () => {
    const first = await put('twice')
    const results = await act(async (codes) => [
      ...(await codes.importMany([sampleCode(app, 'twice')])),
      ...(await codes.insertMany(sampleCode(app, ''), ['twice'])),
      ...(await codes.insertMany(sampleCode(app, '', { note: 'n', batchId: null }), ['TWICE'])),
    ])
    expect(results.slice(0, 2)).toEqual([undefined, undefined])
    const inserted = await again({ id: Number(results[2]) })
    expect(inserted).toMatchObject({ kami: 'TWICE', note: 'n', revision: 0, useTime: null, seats: 1 })
    expect(Number(results[2])).toBeGreaterThan(first.id)
    expect(await read((codes) => codes.lastId())).toBe(results[2])
    expect(await read((codes) => codes.any())).toBe(true)
  })

  it('finds a text in all applications, without the recycle bin', async () => {
    const here = await put('everywhere')
    const there = await put('everywhere', {}, other)
    const third = await act((_, unit) => addApplication(unit, owner, 'third'))
    await put('everywhere', { recycledAt: NOW }, third)
    expect(await read((codes) => codes.findEverywhere('everywhere'))).toEqual([here, there])
    expect(await read((codes) => codes.findEverywhere('nowhere'))).toEqual([])
  })

  it('writes the change of a login at the right revision only', async () => {
    const code = await put('login', { left: 5 })
    const change = { markcode: ACCOUNT, accountKey: ACCOUNT, useTime: NOW, endTime: FOREVER, ip: '1.1.1.1' }
    expect(await act((codes) => codes.change(code.id, 1, change))).toBe(false)
    expect(await act((codes) => codes.change(code.id, 0, change))).toBe(true)
    expect(await act((codes) => codes.change(code.id, 1, { left: 4, ip6: '::/64' }))).toBe(true)
    expect(await act((codes) => codes.change(code.id, 1, { left: 3 }))).toBe(false)
    expect(await act((codes) => codes.change(MISSING, 0, { left: 3 }))).toBe(false)
    expect(await again(code)).toEqual({ ...code, ...change, left: 4, ip6: '::/64', revision: 2 })
  })

  it('unbinds and recharges once a revision', async () => {
    const code = await put('bound', { markcode: 'm', ip: '1', ip6: '2', unbinds: 1, endTime: NOW, left: 9 })
    const unbound = {
      ...code,
      markcode: '',
      ip: '',
      ip6: '',
      unbinds: 2,
      lastUnbind: 7,
      endTime: 3,
      left: null,
      revision: 1,
    }
    const to = { endTime: 3, left: null, lastUnbind: 7 }
    expect(await act((codes) => codes.unbind(code.id, 0, to))).toEqual(unbound)
    expect(await act((codes) => codes.unbind(code.id, 0, to))).toBeUndefined()
    const recharged = { ...unbound, rechargedAccountId: 5, useTime: NOW, revision: 2 }
    expect(await act((codes) => codes.recharge(code.id, 1, 5, NOW))).toEqual(recharged)
    expect(await act((codes) => codes.recharge(code.id, 2, 6, NOW))).toBeUndefined()
    expect(await again(code)).toEqual(recharged)
  })

  it('replaces the state of a code at its revision', async () => {
    const code = await put('old', { note: 'old', tags: ['a'] })
    const { appId: _, createdAt: __, ...next } = sampleCode(app, 'new', { note: 'new', fields: { '3': 'x' } })
    expect(await act((codes) => codes.replaceOne(code.id, 1, next))).toBe(false)
    expect(await act((codes) => codes.replaceOne(code.id, 0, next))).toBe(true)
    expect(await again(code)).toEqual({ ...code, ...next, revision: 1 })
  })

  it('edits, recycles, purges and removes at the right revision', async () => {
    const code = await put('edited')
    const edited = {
      ...code,
      note: HARD_TEXT,
      tags: ['x', 'y'],
      fields: { '2': 'z' },
      disabled: true,
      spent: true,
    }
    expect(await act((codes) => codes.edit([{ ...edited, revision: 5 }]))).toEqual([])
    expect(await act((codes) => codes.edit([{ ...edited, recycledAt: NOW, revision: 0 }]))).toEqual([code.id])
    expect(await again(code)).toEqual({ ...edited, recycledAt: NOW, revision: 1 })
    expect(await act((codes) => codes.remove([{ id: code.id, revision: 1 }]))).toEqual([])
    expect(await act((codes) => codes.purge([{ id: code.id, revision: 0 }]))).toEqual([])
    expect(await act((codes) => codes.purge([{ id: code.id, revision: 1 }]))).toEqual([code.id])
    expect(await act((codes) => codes.purge([{ id: code.id, revision: 1 }]))).toEqual([])
    expect(await again(code)).toBeUndefined()
    const kept = await put('kept')
    expect(await act((codes) => codes.purge([{ id: kept.id, revision: 0 }]))).toEqual([])
    expect(await act((codes) => codes.remove([{ id: kept.id, revision: 0 }]))).toEqual([kept.id])
    expect(await again(kept)).toBeUndefined()
  })

  it('reads codes by their ids within a scope', async () => {
    const [a, b, c] = [
      await put('ids-a'),
      await put('ids-b', { agentId: agent }),
      await put('ids-c', {}, other),
    ]
    const byIds = (scope: Scope, ids: readonly number[]) =>
      read(async (codes) => (await codes.byIds(scope, ids)).map(({ id }) => id))
    expect(await byIds(EVERYTHING, [])).toEqual([])
    expect(await byIds(EVERYTHING, [c.id, a.id, MISSING, b.id])).toEqual([a.id, b.id, c.id])
    const own: Scope = { kind: 'ownedBy', operatorId: owner }
    expect(await byIds(own, [a.id, c.id])).toEqual([a.id, c.id])
    expect(await byIds({ kind: 'ownedBy', operatorId: agent }, [a.id])).toEqual([])
    expect(await byIds({ kind: 'attributedTo', operatorId: agent }, [a.id, b.id])).toEqual([b.id])
    expect(await byIds({ kind: 'within', apps: [other], of: own }, [a.id, c.id])).toEqual([c.id])
    expect(await byIds({ kind: 'within', apps: [], of: own }, [a.id])).toEqual([])
    expect(await read((codes) => codes.get({ kind: 'within', apps: [app], of: own }, c.id))).toBeUndefined()
  })

  it('removes a custom field from the codes that have it', async () => {
    const [a, b] = [
      await put('f-a', { fields: { '1': 'x', '2': 'y' } }),
      await put('f-b', { fields: { '2': 'y' } }),
    ]
    const bin = await put('f-c', { fields: { '1': 'z' }, recycledAt: NOW })
    const slice = { after: a.id - 1, upTo: bin.id }
    const having = (field: number, scope: Scope = EVERYTHING) =>
      read((codes) => codes.withField(scope, field, slice))
    expect(await having(1)).toEqual([a.id, bin.id])
    expect(await having(1, { kind: 'ownedBy', operatorId: agent })).toEqual([])
    expect(await having(3)).toEqual([])
    expect(await read((codes) => codes.withField(EVERYTHING, 1, { after: a.id, upTo: b.id }))).toEqual([])
    await act((codes) => codes.dropField([a.id, bin.id], 1))
    expect(await having(1)).toEqual([])
    expect(await again(a)).toEqual({ ...a, fields: { '2': 'y' }, revision: 1 })
    expect(await again(b)).toEqual(b)
  })

  it('a code with a wrong number of uses is refused', async () => {
    const code = await put('uses', { left: 1 })
    await expect(act((codes) => codes.change(code.id, 0, { left: -1 }))).rejects.toThrow()
    expect(await again(code)).toEqual(code)
  })

  describe('of a trading account', () => {
    const used = {
      accountKey: ACCOUNT,
      markcode: ACCOUNT,
      ip: '1',
      ip6: '2',
      useTime: NOW,
      endTime: FOREVER,
      gaveSeconds: 10,
    }
    const free = { accountKey: '', markcode: '', ip: '', ip6: '', useTime: null, gaveSeconds: null }

    it('are counted without the recycle bin and other applications', async () => {
      const device = await act((_, unit) => addDevice(unit, app, ACCOUNT))
      await put('n-1', used)
      await put('n-2', { ...used, recycledAt: NOW })
      await put('n-3', used, other)
      await put('n-4')
      expect(await read((codes) => codes.countOfAccounts([device.id]))).toBe(1)
      expect(await read((codes) => codes.countOfAccounts([]))).toBe(0)
    })

    it('follow a new key, and addresses go with the old machine', async () => {
      const [same, differs] = [await put('k-1', used), await put('k-2', { ...used, markcode: 'machine' })]
      const apart = await put('k-3', used, other)
      expect(await act((codes) => codes.followAccounts([{ appId: app, from: ACCOUNT, to: '1@New' }]))).toBe(2)
      expect(await act((codes) => codes.followAccounts([{ appId: app, from: '', to: '1@New' }]))).toBe(0)
      const moved = { accountKey: '1@New', revision: 1 }
      expect(await again(same)).toEqual({ ...same, ...moved, markcode: '1@New', ip: '', ip6: '' })
      expect(await again(differs)).toEqual({ ...differs, ...moved })
      expect(await again(apart)).toEqual(apart)
    })

    it('are spent and disabled', async () => {
      const gave = await put('s-1', used)
      const without = await put('s-2', { ...used, gaveSeconds: null })
      const disabled = await put('s-3', { ...used, disabled: true })
      const bin = await put('s-4', { ...used, recycledAt: NOW })
      const accounts = [ACCOUNT, '', 'nobody'].map((accountKey) => ({ appId: app, accountKey }))
      const spent = await act((codes) => codes.spendOfAccounts(accounts))
      expect(spent.sort((a, b) => a.id - b.id)).toEqual(
        [gave, without].map(({ id }) => ({ id, appId: app, accountKey: ACCOUNT })),
      )
      expect(await again(gave)).toEqual({ ...gave, spent: true, disabled: true, revision: 1 })
      expect(await again(without)).toEqual({ ...without, disabled: true })
      expect(await again(disabled)).toEqual({ ...disabled, spent: true, revision: 1 })
      expect(await again(bin)).toEqual({ ...bin, spent: true, revision: 2 })
    })

    it('are released with all their time', async () => {
      const time = await put('r-1', { ...used, spent: true, takenSeconds: 4, recordEndBefore: 3 })
      const exact = await put('r-2', { ...used, seconds: 0 })
      const other = await put('r-3', { ...used, accountKey: '7@Broker' })
      const accounts = [ACCOUNT, '7@Broker'].map((accountKey) => ({ appId: app, accountKey }))
      const freed = await act((codes) => codes.releaseOfAccounts(accounts))
      expect(freed.sort((a, b) => a.id - b.id)).toEqual(
        [time, exact, other].map(({ id, accountKey }) => ({ id, appId: app, accountKey })),
      )
      const released = { ...free, spent: false, takenSeconds: null, recordEndBefore: null, revision: 1 }
      expect(await again(time)).toEqual({ ...time, ...released, endTime: null })
      expect(await again(exact)).toEqual({ ...exact, ...released })
      expect(await act((codes) => codes.releaseOfAccounts(accounts))).toEqual([])
    })

    it('that are permanent count once, until the vendor sets an end', async () => {
      const gift = { ...used, gaveSeconds: FOREVER }
      const [first, second] = [await put('p-1', gift), await put('p-2', { ...gift, recordEndBefore: 5 })]
      await put('p-3', { ...gift, takenSeconds: 1 })
      const spent = await put('p-4', { ...gift, spent: true })
      await put('p-5', { ...gift, gaveSeconds: FOREVER - 1 })
      expect(await read((codes) => codes.permanentsOf([first, second]))).toEqual([[second], [first]])
      await act((codes) => codes.setEndsBeneath([{ ...second, end: FOREVER + 5 }]))
      expect(await again(second)).toEqual({ ...second, recordEndBefore: FOREVER + 5, revision: 1 })
      await act((codes) => codes.voidPermanents(first))
      expect(await read((codes) => codes.permanentsOf([first]))).toEqual([[]])
      expect(await again(first)).toEqual(first)
      expect(await again(spent)).toMatchObject({ gaveSeconds: 0, recordEndBefore: null, revision: 1 })
    })
  })
})
