import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Scope } from '../../src-server/domain/access/scope.ts'
import type { Code } from '../../src-server/domain/code/code.ts'
import { seatView, type SeatState } from '../../src-server/domain/code/seats.ts'
import type { WriteUnit } from '../../src-server/store/store.ts'
import { ENGINES, openStore, type OpenStore } from './open-store.ts'
import { addCode } from './sample-codes.ts'
import { addApplication, addDevice, addOperator, FOREVER, HARD_TEXT, NOW, write } from './sample-records.ts'

const EVERYTHING: Scope = { kind: 'everything' }
const FREE: SeatState = {
  accountKey: '',
  ip: '',
  ip6: '',
  useTime: null,
  endTime: null,
  gaveSeconds: null,
  recordEndBefore: null,
  spent: false,
  takenSeconds: null,
}

describe.each(ENGINES)('seats of codes on %s', (engine) => {
  let open: OpenStore
  let app: number
  let made = 0

  beforeAll(async () => {
    open = await openStore(engine)
  })
  beforeEach(() =>
    write(open.store, async (unit) => {
      app = await addApplication(unit, await addOperator(unit, `dev${made++}`), 'app')
    }),
  )
  afterAll(() => open.close())

  const act = <T>(work: (unit: WriteUnit) => Promise<T>) => write(open.store, work)
  const put = (kami: string, seats: number, over: Partial<Code> = {}) =>
    act((unit) => addCode(unit, app, kami, { seats, ...over }))
  const again = ({ id }: Pick<Code, 'id'>) => open.store.read((unit) => unit.codes.get(EVERYTHING, id))
  const seatsOf = ({ id }: Pick<Code, 'id'>) => open.store.read((unit) => unit.codeSeats.ofCodes([id]))
  const sit = (code: Code, accountKey: string, over: Partial<SeatState> = {}) =>
    act((unit) => unit.codeSeats.put([{ ...FREE, codeId: code.id, appId: code.appId, accountKey, ...over }]))

  it('a login takes a seat of its own, once, and only at the right revision', async () => {
    const code = await put('first', 3, { left: 9, markcode: 'machine', ip: 'x', ip6: 'y', endTime: 77 })
    const change = {
      markcode: '1@A',
      accountKey: '1@A',
      useTime: NOW,
      ip: '1.1.1.1',
      gaveSeconds: 5,
      left: 8,
    }
    expect(await act((unit) => unit.codeSeats.change({ ...code, revision: 4 }, '1@A', change))).toBe(false)
    expect(await seatsOf(code)).toEqual([])
    expect(await act((unit) => unit.codeSeats.change(code, '1@A', change))).toBe(true)
    const taken = { ...code, left: 8, useTime: NOW, markcode: '', ip: '', ip6: '', revision: 1 }
    expect(await again(code)).toEqual(taken)
    const [seat] = await seatsOf(code)
    const state = { ...FREE, accountKey: '1@A', useTime: NOW, ip: '1.1.1.1', gaveSeconds: 5, endTime: 77 }
    expect(seat).toEqual({ ...state, id: seat?.id, codeId: code.id, appId: app })
    expect(await act((unit) => unit.codeSeats.change(taken, '1@A', { left: 7 }))).toBe(true)
    expect(
      await act((unit) => unit.codeSeats.change({ ...taken, revision: 2 }, '1@A', { ip6: '::/64' })),
    ).toBe(true)
    expect(await seatsOf(code)).toEqual([{ ...seat, ip6: '::/64' }])
    expect(await again(code)).toEqual({ ...taken, left: 7, revision: 3 })
  })

  it('a full code ends with its last seat, and gets its own time back', async () => {
    const code = await put('full', 2)
    await act((unit) => unit.codeSeats.change(code, '1@A', { useTime: 1, endTime: 500 }))
    expect((await again(code))?.endTime).toBeNull()
    await act((unit) =>
      unit.codeSeats.change({ ...code, revision: 1 }, '2@A', { useTime: 2, endTime: FOREVER }),
    )
    expect((await again(code))?.endTime).toBe(FOREVER)
    const [first] = await seatsOf(code)
    await act(async (unit) => {
      await unit.codeSeats.remove([first?.id ?? 0])
      await unit.codeSeats.settle([{ codeId: code.id, wasFull: false }])
    })
    expect((await again(code))?.endTime).toBe(FOREVER)
    const one = await put('one', 1, { endTime: 5 })
    const exact = await put('exact', 2, { endTime: 5, seconds: 0 })
    await act((unit) =>
      unit.codeSeats.settle(
        [code, { id: 999_999 }, one, exact].map(({ id: codeId }) => ({ codeId, wasFull: true })),
      ),
    )
    expect((await again(code))?.endTime).toBeNull()
    expect(await again(one)).toEqual(one)
    expect(await again(exact)).toEqual(exact)
    await act((unit) => unit.codeSeats.settle([]))
  })

  it('one seat without an end leaves a full code without one', async () => {
    const code = await put('open', 2, { endTime: 5 })
    await sit(code, '1@A', { endTime: 9 })
    await sit(code, '2@A')
    await act((unit) => unit.codeSeats.settle([{ codeId: code.id, wasFull: false }]))
    expect((await again(code))?.endTime).toBeNull()
  })

  it('finds seats by code and account, and of several one that is not spent', async () => {
    const [a, b, empty] = [await put('f-a', 5), await put('f-b', 5), await put('f-c', 5)]
    await sit(a, HARD_TEXT, { spent: true, useTime: 0 })
    await sit(b, HARD_TEXT)
    await sit(a, HARD_TEXT, { endTime: FOREVER })
    const seats = await open.store.read((unit) => unit.codeSeats.ofCodes([b.id, a.id, empty.id]))
    expect(seats.map(({ codeId, spent }) => [codeId, spent])).toEqual([
      [a.id, true],
      [b.id, false],
      [a.id, false],
    ])
    const find = (codeId: number, key: string) => open.store.read((unit) => unit.codeSeats.find(codeId, key))
    expect(await find(a.id, HARD_TEXT)).toEqual(seats[2])
    expect(await find(a.id, 'other')).toBeUndefined()
    const used = (ids: readonly number[]) => open.store.read((unit) => unit.codeSeats.countUsed(ids))
    expect(await used([a.id, b.id, empty.id])).toEqual(
      new Map([
        [a.id, 2],
        [b.id, 1],
      ]),
    )
    expect(await used([])).toEqual(new Map())
    expect(await open.store.read((unit) => unit.codeSeats.ofCodes([]))).toEqual([])
    const serves = (kami: string, key: string, of = app) =>
      open.store.read((unit) => unit.codeSeats.serves(of, kami, key))
    expect(await serves('f-a', HARD_TEXT)).toBe(true)
    expect(await serves('f-c', HARD_TEXT)).toBe(false)
    expect(await serves('F-A', HARD_TEXT)).toBe(false)
    expect(await serves('f-a', HARD_TEXT, app + 1)).toBe(false)
  })

  it('an edit of a seat gives its code a new revision', async () => {
    const code = await put('edited', 2)
    await sit(code, '1@A')
    const [seat] = await seatsOf(code)
    const id = seat?.id ?? 0
    await act(async (unit) => {
      await unit.codeSeats.edit([])
      await unit.codeSeats.edit([{ ...FREE, id: 999_999, ip: 'x' }])
    })
    expect(await again(code)).toEqual(code)
    const other = await put('other', 3, { appId: app })
    await sit(other, HARD_TEXT, { useTime: 1 })
    const [second] = await seatsOf(other)
    const state = { ...FREE, accountKey: '2@A', endTime: FOREVER, spent: true, takenSeconds: 4 }
    await act((unit) =>
      unit.codeSeats.edit([
        { ...second!, ip: HARD_TEXT, gaveSeconds: FOREVER },
        { ...state, id },
      ]),
    )
    expect(await seatsOf(code)).toEqual([{ ...seat, ...state }])
    expect(await seatsOf(other)).toEqual([{ ...second, ip: HARD_TEXT, gaveSeconds: FOREVER }])
    expect(await again(other)).toEqual({ ...other, revision: 1 })
    expect(await again(code)).toEqual({ ...code, revision: 1 })
    const beneath = (accountKey: string) =>
      act((unit) => unit.codeSeats.setEndsBeneath([{ ...code, accountKey, end: FOREVER }]))
    expect(await beneath('nobody')).toEqual([])
    expect(await beneath('2@A')).toEqual([code.id])
    expect((await seatsOf(code))[0]?.recordEndBefore).toBe(FOREVER)
    expect(await again(code)).toEqual({ ...code, revision: 2 })
  })

  it('seats go with their code', async () => {
    const code = await put('gone', 2)
    await sit(code, '1@A')
    expect(await act((unit) => unit.codes.remove([{ id: code.id, revision: 0 }]))).toEqual([code.id])
    expect(await seatsOf(code)).toEqual([])
  })

  describe('in the acts on the codes of a trading account', () => {
    const KEY = '5@Broker'
    const inUse = { useTime: 1, endTime: 100, gaveSeconds: 10, ip: 'a', ip6: 'b' }

    it('count, follow and are spent', async () => {
      const device = await act((unit) => addDevice(unit, app, KEY))
      const [code, binned] = [await put('c-1', 3), await put('c-2', 3, { recycledAt: NOW })]
      await sit(code, KEY, inUse)
      await sit(code, 'other', inUse)
      await sit(binned, KEY, { ...inUse, gaveSeconds: null })
      expect(await open.store.read((unit) => unit.codes.countOfAccounts([device.id]))).toBe(1)
      const accounts = [
        { appId: app, accountKey: KEY },
        { appId: app, accountKey: 'nobody' },
      ]
      expect(await act((unit) => unit.codes.spendOfAccounts(accounts))).toEqual([
        { id: code.id, ...accounts[0] },
      ])
      expect(await act((unit) => unit.codes.spendOfAccounts(accounts))).toEqual([])
      expect((await seatsOf(code)).map(({ spent }) => spent)).toEqual([true, false])
      const move = { appId: app, from: KEY, to: '6@New' }
      expect(await act((unit) => unit.codes.followAccounts([move]))).toBe(2)
      expect((await seatsOf(code)).map(({ accountKey, ip }) => [accountKey, ip])).toEqual([
        ['6@New', ''],
        ['other', 'a'],
      ])
      expect((await again(code))?.revision).toBe(3)
    })

    it('are released, and the code gets its time back', async () => {
      const [full, half] = [
        await put('r-1', 2, { useTime: 1, endTime: 200 }),
        await put('r-2', 5, { useTime: 1 }),
      ]
      await sit(full, KEY, inUse)
      await sit(full, 'other', { ...inUse, endTime: 200 })
      await sit(half, KEY, inUse)
      const both = await put('r-3', 2, { useTime: 1, endTime: 100 })
      await sit(both, KEY, inUse)
      await sit(both, '7@Broker', inUse)
      const accounts = [KEY, '7@Broker', 'nobody'].map((accountKey) => ({ appId: app, accountKey }))
      const freed = await act((unit) => unit.codes.releaseOfAccounts(accounts))
      expect(new Set(freed.map(({ id, appId, accountKey }) => `${id} ${appId} ${accountKey}`))).toEqual(
        new Set([...[full, half, both].map(({ id }) => `${id} ${app} ${KEY}`), `${both.id} ${app} 7@Broker`]),
      )
      expect(freed).toHaveLength(4)
      expect(await again(both)).toMatchObject({ useTime: null, endTime: null })
      expect(await seatsOf(both)).toEqual([])
      expect((await seatsOf(full)).map(({ accountKey }) => accountKey)).toEqual(['other'])
      expect(await again(full)).toEqual({ ...full, endTime: null, revision: 1 })
      expect(await again(half)).toEqual({ ...half, useTime: null, revision: 1 })
    })

    it('show their gifts as codes, and lose them', async () => {
      const code = await put('p-1', 5)
      const gift = { ...inUse, gaveSeconds: FOREVER }
      await sit(code, KEY, gift)
      await sit(code, KEY, { ...gift, takenSeconds: 1 })
      await sit(code, KEY, { ...gift, spent: true })
      const other = { id: 0, appId: app, accountKey: KEY }
      const permanents = () =>
        open.store.read(async (unit) => {
          const nobody = { ...other, accountKey: 'nobody' }
          const [found, none] = await unit.codes.permanentsOf([other, nobody])
          expect(none).toEqual([])
          return found
        })
      const [seat] = await seatsOf(code)
      expect(seat).toBeDefined()
      expect(await permanents()).toEqual(seat === undefined ? [] : [seatView(code, seat)])
      await act((unit) => unit.codes.setEndsBeneath([{ ...code, accountKey: KEY, end: 55 }]))
      expect((await seatsOf(code)).map(({ recordEndBefore }) => recordEndBefore)).toEqual([55, 55, 55])
      await act((unit) => unit.codes.voidPermanents({ ...other, id: code.id }))
      expect(await permanents()).toHaveLength(1)
      await act((unit) => unit.codes.voidPermanents(other))
      expect(await permanents()).toEqual([])
      expect((await seatsOf(code)).map(({ gaveSeconds }) => gaveSeconds)).toEqual([0, FOREVER, 0])
    })
  })
})
