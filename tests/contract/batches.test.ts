import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ListQuery } from '../../src-server/contract/paging.ts'
import type { Scope } from '../../src-server/domain/access/scope.ts'
import type { BindCode } from '../../src-server/domain/device/bind-code.ts'
import type { Batch, BatchFilter } from '../../src-server/store/repositories/batches.ts'
import type { Unit, WriteUnit } from '../../src-server/store/store.ts'
import { ENGINES, openStore, type OpenStore } from './open-store.ts'
import { addCode, sampleBatch } from './sample-codes.ts'
import { addApplication, addDevice, addOperator, FOREVER, HARD_TEXT, NOW, write } from './sample-records.ts'
import { inOrder, query, walkList } from './walk-list.ts'

const EVERYTHING: Scope = { kind: 'everything' }
const MISSING = 999_999

describe.each(ENGINES)('what belongs to codes on %s', (engine) => {
  let open: OpenStore
  let owner: number
  let app: number
  let made = 0
  beforeAll(async () => {
    open = await openStore(engine)
  })
  beforeEach(() =>
    write(open.store, async (unit) => {
      owner = await addOperator(unit, `dev${made++}`)
      app = await addApplication(unit, owner, 'app')
    }),
  )
  afterAll(() => open.close())

  const act = <T>(work: (unit: WriteUnit) => Promise<T>) => write(open.store, work)
  const read = <T>(work: (unit: Unit) => Promise<T>) => open.store.read(work)
  const own = (): Scope => ({ kind: 'ownedBy', operatorId: owner })

  describe('batches', () => {
    const add = async (over: Partial<Batch> = {}): Promise<Batch> => {
      const batch = sampleBatch(app, over)
      return { ...batch, id: await act((unit) => unit.batches.insert(batch)) }
    }

    it('are stored with each member, and found by id in the scope', async () => {
      const batch = await add({
        unit: null,
        amount: null,
        left: 5,
        note: HARD_TEXT,
        prefix: HARD_TEXT,
        seats: 9,
        agentId: 3,
      })
      const find = (scope: Scope, id = batch.id) => read((unit) => unit.batches.find(scope, id))
      expect(await find(EVERYTHING)).toEqual(batch)
      expect(await find(own())).toEqual(batch)
      expect(await find({ kind: 'ownedBy', operatorId: MISSING })).toBeUndefined()
      expect(await find({ kind: 'attributedTo', operatorId: 3 })).toBeUndefined()
      expect(await find({ kind: 'within', apps: [app + 1], of: EVERYTHING })).toBeUndefined()
      expect(await find(EVERYTHING, MISSING)).toBeUndefined()
    })

    it("are found by a shop's order, which has one batch", async () => {
      const batch = await add({ orderNumber: `#1'"` })
      await add()
      await add()
      expect(await read((unit) => unit.batches.findOrder(app, `#1'"`))).toEqual(batch)
      expect(await read((unit) => unit.batches.findOrder(app + 1, `#1'"`))).toBeUndefined()
      await expect(add({ orderNumber: `#1'"` })).rejects.toThrow()
    })

    it('have a note that changes', async () => {
      const batch = await add()
      const set = (id: number) => act((unit) => unit.batches.setNote(id, HARD_TEXT))
      expect(await set(batch.id)).toEqual({ ...batch, note: HARD_TEXT })
      expect(await set(MISSING)).toBeUndefined()
    })

    it('name their codes and count them by state', async () => {
      const { id: batchId } = await add()
      const states = {
        unused: [{}, { left: 1 }, { endTime: NOW + 1 }],
        in_use: [{ useTime: 0 }, { useTime: 5, endTime: FOREVER }],
        expired: [{ endTime: NOW }, { useTime: 5, endTime: 0 }],
        used_up: [{ left: 0 }, { left: 0, endTime: 1, useTime: 1 }],
        disabled: [{ disabled: true }, { disabled: true, left: 0, endTime: 1 }],
        recycled: [{ recycledAt: NOW }, { recycledAt: 0, disabled: true }],
      }
      const members = Object.values(states).flat()
      for (const [at, over] of members.entries())
        await act((unit) => addCode(unit, app, `b${at}`, { batchId, ...over }))
      await act((unit) => addCode(unit, app, 'of no batch'))
      const counted = Object.fromEntries(Object.entries(states).map(([state, { length }]) => [state, length]))
      expect(await read((unit) => unit.batches.counts(batchId, NOW))).toEqual(counted)
      const none = Object.fromEntries(Object.keys(states).map((state) => [state, 0]))
      expect(await read((unit) => unit.batches.counts(MISSING, NOW))).toEqual(none)
      const kept = members.flatMap((over, at) => ('recycledAt' in over ? [] : [`b${at}`]))
      expect(await read((unit) => unit.batches.kamis(batchId))).toEqual(kept)
      expect(await read((unit) => unit.batches.kamis(MISSING))).toEqual([])
    })

    it('are listed by filter, search and scope in each order', async () => {
      const second = await act((unit) => addApplication(unit, owner, 'second'))
      const all = [
        await add({ count: 5, note: '100% sure', createdAt: FOREVER }),
        await add({ count: 5, prefix: '100x', type: 'vip', createdAt: 1 }),
        await add({ count: 1, note: '中文', appId: second, createdAt: 1 }),
      ]
      const list =
        (filter: BatchFilter = {}, scope = own()) =>
        (asked: ListQuery<'id' | 'count' | 'created_at'>) =>
          read((unit) => unit.batches.list(scope, filter, asked))
      const orders: ['id' | 'count' | 'created_at', (batch: Batch) => number][] = [
        ['id', ({ id }) => id],
        ['count', ({ count }) => count],
        ['created_at', ({ createdAt }) => createdAt],
      ]
      for (const [sort, valueOf] of orders)
        for (const desc of [false, true])
          expect(await walkList(list(), { sort, desc }, 1)).toEqual(inOrder(all, valueOf, desc))
      const ids = async (filter: BatchFilter, search?: string, scope?: Scope) => {
        const page = await list(filter, scope)(query({ sort: 'id', desc: false, search }))
        expect(page.total).toBe(page.rows.length)
        return page.rows.map(({ id }) => all.findIndex((batch) => batch.id === id))
      }
      expect(await ids({ app: second })).toEqual([2])
      expect(await ids({ type: 'vip' })).toEqual([1])
      expect(await ids({}, '100')).toEqual([0, 1])
      expect(await ids({}, '100%')).toEqual([0])
      expect(await ids({}, '0X')).toEqual([1])
      expect(await ids({}, '文')).toEqual([2])
      expect(await ids({}, '\0')).toEqual([])
      expect(await ids({}, undefined, { kind: 'attributedTo', operatorId: owner })).toEqual([])
    })
  })

  describe('bind codes', () => {
    let device: number
    beforeEach(async () => {
      device = (await act((unit) => addDevice(unit, app, '1@A', { label: 'L', messengerOpenId: 'before' })))
        .id
    })
    const sample = (code: string, over: Partial<BindCode> = {}): BindCode => ({
      code,
      appId: app,
      deviceId: device,
      createdAt: NOW,
      expiresAt: NOW + 600,
      state: 'pending',
      openId: '',
      ...over,
    })
    const issue = (code: string, over?: Partial<BindCode>) =>
      act((unit) => unit.bindCodes.issue(sample(code, over)))
    const stateOf = async (code: string) => (await read((unit) => unit.bindCodes.findByCode(code)))?.state

    it('take the place of the pending one, and are issued once', async () => {
      const [a, b] = [`a${made}`, `b${made}`]
      expect(await issue(a)).toBe(true)
      expect(await read((unit) => unit.bindCodes.find(app, a))).toEqual(sample(a))
      expect(await read((unit) => unit.bindCodes.find(app + 1, a))).toBeUndefined()
      expect(await issue(b)).toBe(true)
      expect(await stateOf(a)).toBe('replaced')
      expect(await issue(b)).toBe(false)
      expect(await read((unit) => unit.bindCodes.countSince(device, NOW))).toBe(2)
      expect(await read((unit) => unit.bindCodes.countSince(device, NOW + 1))).toBe(0)
    })

    it('bind once', async () => {
      const code = `c${made}`
      await issue(code)
      const bind = (of = app) => act((unit) => unit.bindCodes.bind(of, code, HARD_TEXT))
      expect(await bind(app + 1)).toBeUndefined()
      expect(await bind()).toEqual(sample(code, { state: 'bound', openId: HARD_TEXT }))
      expect(await bind()).toBeUndefined()
    })

    it('wait for the vendor, the newest of an account, and are settled once', async () => {
      const [first, second, third] = ['d', 'e', 'f'].map((letter) => `${letter}${made}`) as [
        string,
        string,
        string,
      ]
      const other = (await act((unit) => addDevice(unit, app, '2@A'))).id
      const hold = (code: string) => act((unit) => unit.bindCodes.hold(app, code, 'me'))
      await issue(first)
      expect(await hold(first)).toEqual(sample(first, { state: 'held', openId: 'me' }))
      expect(await hold(first)).toBeUndefined()
      await issue(second, { createdAt: NOW + 1 })
      await hold(second)
      expect(await stateOf(first)).toBe('replaced')
      await issue(third, { deviceId: other, createdAt: NOW + 1 })
      await hold(third)
      const held = (scope: Scope, of?: number, limit = 9) =>
        read((unit) => unit.bindCodes.listHeld(scope, of, limit))
      const { rows, total } = await held(own())
      expect([rows.map(({ code }) => code), total]).toEqual([[second, third], 2])
      expect(rows[0]).toEqual({
        ...sample(second, { state: 'held', openId: 'me', createdAt: NOW + 1 }),
        accountKey: '1@A',
        label: 'L',
        boundTo: 'before',
      })
      expect(await held(own(), app, 1)).toEqual({ rows: rows.slice(0, 1), total: 2 })
      expect(await held(own(), app + 1)).toEqual({ rows: [], total: 0 })
      expect(await held({ kind: 'attributedTo', operatorId: owner })).toEqual({ rows: [], total: 0 })
      const findHeld = (scope: Scope, code: string) => read((unit) => unit.bindCodes.findHeld(scope, code))
      expect(await findHeld(own(), second)).toEqual(rows[0])
      expect(await findHeld({ kind: 'ownedBy', operatorId: MISSING }, second)).toBeUndefined()
      expect(await findHeld(own(), first)).toBeUndefined()
      const settle = () => act((unit) => unit.bindCodes.settle(second, 'declined'))
      expect((await settle())?.state).toBe('declined')
      expect(await settle()).toBeUndefined()
    })

    it('are deleted after their time, and held ones later', async () => {
      const [old, held, fresh] = ['g', 'h', 'i'].map((letter) => `${letter}${made}`) as [
        string,
        string,
        string,
      ]
      await issue(held, { expiresAt: 10 })
      await act((unit) => unit.bindCodes.hold(app, held, 'me'))
      await issue(old, { expiresAt: 10, state: 'replaced' })
      await issue(fresh, { expiresAt: 11 })
      await act((unit) => unit.bindCodes.deleteExpired(10, 9))
      expect([await stateOf(old), await stateOf(held), await stateOf(fresh)]).toEqual([
        undefined,
        'held',
        'pending',
      ])
      await act((unit) => unit.bindCodes.deleteExpired(10, 10))
      expect([await stateOf(held), await stateOf(fresh)]).toEqual([undefined, 'pending'])
    })
  })
})
