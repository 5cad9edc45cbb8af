import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { claimOf } from '../../src-server/domain/outbox/claim.ts'
import type { OutboxMessage } from '../../src-server/domain/outbox/message.ts'
import type { Unit } from '../../src-server/store/store.ts'
import { ENGINES, openStore, type OpenStore } from './open-store.ts'

const FOR_EVER = 4_102_243_200
const [OWNER, APP, SECOND] = [11, 10_001, 10_002]
let last = 0

/** Waits for the messenger of an application, where nothing else is given. */
function message(given: Partial<OutboxMessage> = {}): OutboxMessage {
  return {
    ...{ key: `k${++last}`, kind: 'messenger', purpose: 'request', appId: APP, deviceId: null },
    ...{ operatorId: null, channelId: null, openId: 'ou_1', subject: '', text: 't', createdAt: 100 },
    ...given,
  }
}

describe.each(ENGINES)('the outbox on %s', (engine) => {
  let open: OpenStore
  const read = <T>(work: (outbox: Unit['outbox']) => Promise<T>) =>
    open.store.read((unit) => work(unit.outbox))
  const write = <T>(work: (outbox: Unit['outbox']) => Promise<T>) =>
    open.store.write((unit) => work(unit.outbox), { durable: false })
  const newest = async (appId = APP) => (await read((outbox) => outbox.newest(appId, 1)))[0]!
  const add = async (given: Partial<OutboxMessage> = {}) => {
    expect(await write((outbox) => outbox.add(message(given)))).toBe(true)
    const [{ id } = { id: 0 }] = await open.run<{ id: number }>('SELECT max(id) AS id FROM outbox')
    return id
  }

  beforeAll(async () => {
    open = await openStore(engine)
    await open.seed('operators', [{ id: OWNER, name: 'owner' }])
    await open.seed('applications', [
      { id: APP, ownerId: OWNER },
      { id: SECOND, ownerId: OWNER },
    ])
  })
  beforeEach(async () => {
    await open.run('DELETE FROM outbox')
  })
  afterAll(() => open.close())

  it('a message waits as it was added, once for each key', async () => {
    const given = message({ text: `it's "quoted" \\ 100%_ 客户`, deviceId: 7, createdAt: FOR_EVER })
    expect(await write((outbox) => outbox.add(given))).toBe(true)
    expect(await write((outbox) => outbox.add({ ...given, text: 'other' }))).toBe(false)
    const stored = await newest()
    expect(stored).toEqual({
      ...given,
      ...{ id: stored.id, state: 'waiting', parcel: '', claimedBy: '', claimedUntil: 0 },
      ...{ attempts: 0, nextAt: FOR_EVER, lastError: '', sentAt: null },
    })
  })

  it('a message that was sent without waiting is recorded', async () => {
    const given = message({ purpose: 'notify' })
    const outcome = { state: 'sent', lastError: '', parcel: 'p', sentAt: 120 } as const
    await write((outbox) => outbox.record(given, outcome))
    expect(await newest()).toMatchObject({ ...given, ...outcome, attempts: 1, nextAt: 100 })
    expect(await read((outbox) => outbox.countSince('notify', APP, 100))).toBe(1)
    expect(await read((outbox) => outbox.countSince('notify', APP, 101))).toBe(0)
    expect(await read((outbox) => outbox.countSince('request', APP, 0))).toBe(0)
    expect(await read((outbox) => outbox.newest(SECOND, 9))).toEqual([])
  })

  it('what waits is found by application, recipient, channel and mail', async () => {
    const first = await add({ openId: 'b' })
    await add({ openId: 'B' })
    const again = await add({ openId: 'b', createdAt: 1 })
    await add({ openId: '中', appId: SECOND })
    await add({ kind: 'channel', channelId: 5, openId: '' })
    const channel = await add({ kind: 'channel', channelId: 4, openId: '' })
    const mail = await add({ kind: 'mail', appId: null, operatorId: OWNER, openId: '', createdAt: 50 })
    await add({ kind: 'mail', createdAt: 200 })
    const sent = message({ openId: 'gone', channelId: 4, kind: 'channel' })
    await write((outbox) => outbox.record(sent, { state: 'sent', lastError: '', parcel: '', sentAt: 1 }))

    expect(await read((outbox) => outbox.waitingApps(0, 9))).toEqual([APP, SECOND])
    expect(await read((outbox) => outbox.waitingApps(APP, 9))).toEqual([SECOND])
    expect(await read((outbox) => outbox.waitingApps(0, 1))).toEqual([APP])
    expect(await read((outbox) => outbox.waitingApps(SECOND, 9))).toEqual([])
    expect(await read((outbox) => outbox.waitingRecipients(APP, '', 9))).toEqual(['B', 'b'])
    expect(await read((outbox) => outbox.waitingRecipients(APP, 'B', 9))).toEqual(['b'])
    expect(await read((outbox) => outbox.waitingRecipients(SECOND, '', 9))).toEqual(['中'])
    const ids = (rows: readonly { readonly id: number }[]) => rows.map(({ id }) => id)
    expect(ids(await read((outbox) => outbox.waitingFor(APP, 'b', 9)))).toEqual([first, again])
    expect(ids(await read((outbox) => outbox.waitingFor(APP, 'b', 1)))).toEqual([first])
    expect(await read((outbox) => outbox.waitingChannels(0, 9))).toEqual([4, 5])
    expect(await read((outbox) => outbox.waitingChannels(4, 9))).toEqual([5])
    expect(ids(await read((outbox) => outbox.waitingForChannel(4, 9)))).toEqual([channel])
    expect((await read((outbox) => outbox.lastOfChannel(4)))?.key).toBe(sent.key)
    expect(await read((outbox) => outbox.lastOfChannel(6))).toBeUndefined()
    expect(ids(await read((outbox) => outbox.dueMails(50, 9)))).toEqual([mail])
    expect(await read((outbox) => outbox.dueMails(49, 9))).toEqual([])
  })

  it('a copy claims all of some messages or none', async () => {
    const ids = [await add(), await add(), await add()]
    const mine = claimOf('mine', 1000)
    const other = claimOf('other', 1010)
    expect(await write((outbox) => outbox.claim(ids.slice(0, 2), 'p1', mine))).toBe(true)
    expect(await write((outbox) => outbox.claim(ids.slice(1), 'p2', other))).toBe(false)
    expect((await newest()).parcel).toBe('')
    expect((await newest()).claimedBy).toBe('')
    expect((await read((outbox) => outbox.ofParcel('p1'))).map(({ id }) => id)).toEqual(ids.slice(0, 2))
    expect(await write((outbox) => outbox.claimAgain('p1', other))).toBe(false)
    expect(await write((outbox) => outbox.claimAgain('p1', mine))).toBe(true)
    expect(await write((outbox) => outbox.claimAgain('p1', claimOf('other', mine.until)))).toBe(true)
    await write((outbox) => outbox.settle('p1', { state: 'sent' }, mine))
    expect(await read((outbox) => outbox.ofParcel('p1'))).toHaveLength(2)
    expect(await write((outbox) => outbox.claim([ids[2]!, 999_999], 'p3', mine))).toBe(false)
    expect(await write((outbox) => outbox.claim([], 'p4', mine))).toBe(true)
    const later = claimOf('mine', mine.until + 1)
    await write((outbox) => outbox.dropClaims('mine'))
    expect(await write((outbox) => outbox.claimAgain('p1', later))).toBe(false)
    await write((outbox) => outbox.dropClaims())
    expect(await write((outbox) => outbox.claimAgain('p1', later))).toBe(true)
  })

  it('a claim of before the clock was set back is free', async () => {
    const id = await add()
    await write((outbox) => outbox.claim([id], 'p', claimOf('old', FOR_EVER)))
    expect(await write((outbox) => outbox.claimAgain('p', claimOf('new', 1000)))).toBe(true)
  })

  it('the verdict of an attempt settles the parcel of its copy', async () => {
    const claim = claimOf('copy', 1000)
    const settle = async (parcel: string, verdict: Parameters<Unit['outbox']['settle']>[1]) => {
      const id = await add()
      await write((outbox) => outbox.claim([id], parcel, claim))
      await write((outbox) => outbox.settle(parcel, verdict, claim))
      return newest()
    }
    const unclaimed = { claimedBy: '', claimedUntil: 0, attempts: 1 }
    expect(await settle('s', { state: 'sent' })).toMatchObject({
      ...unclaimed,
      ...{ state: 'sent', sentAt: 1000, lastError: '', parcel: 's' },
    })
    expect(await settle('d', { state: 'dead', error: 'refused' })).toMatchObject({
      ...unclaimed,
      ...{ state: 'dead', sentAt: null, lastError: 'refused' },
    })
    const later = { state: 'waiting', error: 'rate 99', nextAt: FOR_EVER } as const
    expect(await settle('w', { ...later, keepsParcel: true })).toMatchObject({
      ...unclaimed,
      ...{ state: 'waiting', nextAt: FOR_EVER, lastError: 'rate 99', parcel: 'w' },
    })
    expect(await settle('x', { ...later, keepsParcel: false })).toMatchObject({ parcel: '', attempts: 1 })
  })

  it('given-up messages wait again or go, and others stay as they are', async () => {
    const [old, young, taken] = [
      await add({ createdAt: 10 }),
      await add({ createdAt: 20 }),
      await add({ createdAt: 10 }),
    ]
    await write((outbox) => outbox.claim([taken], 'p', claimOf('copy', 5)))
    await write((outbox) => outbox.buryBefore(20, 'too_old'))
    const states = async () =>
      (await open.run<{ state: string }>('SELECT state FROM outbox ORDER BY id')).map(({ state }) => state)
    expect(await states()).toEqual(['dead', 'waiting', 'waiting'])
    await write((outbox) => outbox.bury([young, old, 999_999], 'no_recipient'))
    expect(await states()).toEqual(['dead', 'dead', 'waiting'])
    expect(await write((outbox) => outbox.revive([young, taken, 999_999], FOR_EVER))).toEqual([young])
    expect(await write((outbox) => outbox.revive([], 1))).toEqual([])
    const [revived] = await read((outbox) => outbox.byIds({ kind: 'everything' }, [young]))
    expect(revived).toMatchObject({
      ...{ state: 'waiting', parcel: '', attempts: 0, lastError: '', nextAt: FOR_EVER, createdAt: FOR_EVER },
    })
    expect(await write((outbox) => outbox.discard([old, young]))).toEqual([old])
    expect(await states()).toEqual(['waiting', 'waiting'])
  })

  it('old messages are forgotten, at most so many at once', async () => {
    for (const sentAt of [1, 2, 3, 50])
      await write((outbox) => outbox.record(message(), { state: 'sent', lastError: '', parcel: '', sentAt }))
    for (const createdAt of [1, 2, 60])
      await write((outbox) =>
        outbox.record(message({ createdAt }), { state: 'dead', lastError: 'x', parcel: '', sentAt: null }),
      )
    await add({ createdAt: 1 })
    const count = async () => (await read((outbox) => outbox.newest(APP, 99))).length
    await write((outbox) => outbox.forget(10, 10, 2))
    expect(await count()).toBe(8 - 4)
    await write((outbox) => outbox.forget(10, 10, 2))
    expect(await count()).toBe(3)
    await write((outbox) => outbox.forget(FOR_EVER, FOR_EVER, 9))
    expect(await newest()).toMatchObject({ state: 'waiting' })
    expect(await count()).toBe(1)
  })

  it('an event of the messenger is new once', async () => {
    const events = <T>(work: (unit: Unit['messengerEvents']) => Promise<T>) =>
      open.store.write((unit) => work(unit.messengerEvents), { durable: false })
    expect(await events((unit) => unit.add(`bot:"it's"`, 10))).toBe(true)
    expect(await events((unit) => unit.add(`bot:"it's"`, 11))).toBe(false)
    expect(await events((unit) => unit.add(`BOT:"it's"`, FOR_EVER))).toBe(true)
    await events((unit) => unit.deleteBefore(10))
    expect(await events((unit) => unit.add(`bot:"it's"`, 12))).toBe(false)
    await events((unit) => unit.deleteBefore(11))
    expect(await events((unit) => unit.add(`bot:"it's"`, 12))).toBe(true)
  })
})
