import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addEvent, type RiskEvent, type RiskEvents } from '../../src-server/domain/risk/risk-event.ts'
import type { RiskNote } from '../../src-server/domain/risk/risk.ts'
import type { Unit } from '../../src-server/store/store.ts'
import { ENGINES, openStore, type OpenStore } from './open-store.ts'
import { firing, riskEvent } from './risk-event.ts'

const FOR_EVER = 4_102_243_200
const [OWNER, APP] = [11, 10_001]
const ALL = { from: 0, to: FOR_EVER, limit: 1000 }

describe.each(ENGINES)('risks on %s', (engine) => {
  let open: OpenStore
  const read = <T>(work: (risks: Unit['risks']) => Promise<T>) => open.store.read((unit) => work(unit.risks))
  const write = <T>(work: (risks: Unit['risks']) => Promise<T>) =>
    open.store.write((unit) => work(unit.risks), { durable: false })
  const add = (...events: RiskEvent[]) => write((risks) => risks.addEvents(events))

  beforeAll(async () => {
    open = await openStore(engine)
    await open.seed('operators', [{ id: OWNER, name: 'owner' }])
    await open.seed('applications', [{ id: APP, ownerId: OWNER }])
    await open.seed('codes', [
      { id: 31, appId: APP, kami: 'KAMI-1' },
      { id: 32, appId: APP, kami: 'kami-1', recycledAt: 5 },
    ])
  })
  afterAll(() => open.close())

  it('the events of an account are read newest first, within a span', async () => {
    await add()
    const device = 101
    const one = riskEvent({
      deviceId: device,
      at: 10,
      value: 0.1 + 0.2,
      threshold: 30,
      outboxKey: `it's "k"`,
    })
    const two = riskEvent({ deviceId: device, at: FOR_EVER, kind: 'silent', tell: 'held' })
    const three = riskEvent({ deviceId: device, at: 10, kind: 'back', appId: 10_002, tell: 'wanted' })
    await add(one, two, three)
    const of = (span: Partial<typeof ALL>) => read((risks) => risks.eventsOf(device, { ...ALL, ...span }))
    expect(await of({})).toEqual([two, three, one])
    expect(await of({ limit: 2 })).toEqual([two, three])
    expect(await of({ to: 10 })).toEqual([three, one])
    expect(await of({ from: 11 })).toEqual([two])
    expect(await read((risks) => risks.eventsOf(999, ALL))).toEqual([])
  })

  it('a firing is found by its key, and its undo is marked', async () => {
    const [device, other] = [111, 112]
    const fired = (key: string, at: number, deviceId = device) =>
      riskEvent({ deviceId, at, kind: 'rule', firing: firing(key, 7, { level: 2, act: 'pause_open' }) })
    const withCommand = {
      ...fired('f2', 30),
      firing: firing('f2', 8, { commandId: 2 ** 40, act: 'close_all' }),
    }
    await add(fired('f1', 30), withCommand, fired('f3', 20), fired('f4', 40, other))
    await add(riskEvent({ deviceId: device, at: 99 }))
    expect(await read((risks) => risks.firing('f2'))).toEqual(withCommand)
    expect(await read((risks) => risks.firing('none'))).toBeUndefined()
    expect(await read((risks) => risks.firingsOf(device, 10))).toEqual([
      withCommand,
      fired('f1', 30),
      fired('f3', 20),
    ])
    expect(await read((risks) => risks.firingsOf(device, 1))).toEqual([withCommand])
    await write((risks) => risks.markUndone('f1', FOR_EVER, '王 "W"'))
    await write((risks) => risks.markUndone('none', 1, 'x'))
    const undone = firing('f1', 7, { level: 2, act: 'pause_open', undoneAt: FOR_EVER, undoneBy: '王 "W"' })
    expect((await read((risks) => risks.firing('f1')))?.firing).toEqual(undone)
    expect((await read((risks) => risks.firing('f3')))?.firing?.undoneAt).toBeNull()
  })

  it('events are summed by account, kind and rule as in memory', async () => {
    await write((risks) => risks.forgetEvents(FOR_EVER + 1))
    const told = (deviceId: number, at: number, tell: RiskEvent['tell'] = 'told') =>
      riskEvent({ deviceId, at, tell, value: at / 8 })
    const events = [
      told(1, 50),
      told(1, 100, ''),
      told(2, 90, 'held'),
      riskEvent({ deviceId: 1, at: 120, kind: 'back' }),
      riskEvent({ deviceId: 1, at: 130, kind: 'rule', firing: firing('s1', 5), tell: 'snoozed' }),
      riskEvent({ deviceId: 1, at: 140, kind: 'rule', firing: firing('s2', 6) }),
      riskEvent({ deviceId: 1, at: 125, kind: 'rule', firing: firing('s3', 5), tell: 'wanted' }),
      told(3, 60),
      told(1, 95, 'held'),
    ]
    await add(...events)
    const since = 90
    // The last event decides the place: device 3 is too old, and `back` is no risk.
    const expected = [sum([2]), sum([5]), sum([4, 6]), { ...sum([0, 1, 8]), times: 2 }]
    function sum(places: readonly number[]): RiskEvents {
      const chosen = places.flatMap((place) => events[place] ?? [])
      const last = chosen.reduce<RiskEvents | undefined>(
        (sums, event) => addEvent(sums, event as never),
        undefined,
      )
      if (last === undefined) throw new Error('no events')
      const times = chosen.map(({ at }) => at)
      const spoken = chosen.filter(({ tell }) => tell !== '' && tell !== 'held').map(({ at }) => at)
      return { ...last, since: Math.min(...times), toldAt: spoken.length === 0 ? null : Math.max(...spoken) }
    }
    expect(await read((risks) => risks.events(since, 100))).toEqual(expected)
    expect(await read((risks) => risks.events(since, 2))).toEqual(expected.slice(-2))
    expect(await read((risks) => risks.events(FOR_EVER, 2))).toEqual([])
  })

  it('the newest 200 events of a kind and account stay', async () => {
    const device = 121
    const many = Array.from({ length: 230 }, (_, at) => riskEvent({ deviceId: device, at: at + 1 }))
    const others = [1, 2, 3].map((at) => riskEvent({ deviceId: device, at, kind: 'margin' }))
    await add(...others, ...many.slice(0, 205))
    const stored = () => read((risks) => risks.eventsOf(device, ALL))
    expect((await stored()).filter(({ kind }) => kind === 'drawdown').map(({ at }) => at)).toEqual(
      many
        .slice(5, 205)
        .map(({ at }) => at)
        .reverse(),
    )
    await add(...many.slice(205))
    expect((await stored()).filter(({ kind }) => kind === 'drawdown').at(-1)?.at).toBe(31)
    expect((await stored()).filter(({ kind }) => kind === 'margin')).toHaveLength(3)
    await write((risks) => risks.forgetEvents(31))
    expect(await stored()).toHaveLength(200)
    await write((risks) => risks.forgetEvents(32))
    expect(await stored()).toHaveLength(199)
  })

  it('notes replace each other, and go by their keys', async () => {
    const note = (key: string, text: string): RiskNote => ({
      key,
      ownerId: 0,
      byId: OWNER,
      by: `O'Brien "B" \\`,
      note: text,
      at: FOR_EVER,
    })
    expect(await read((risks) => risks.notes())).toEqual([])
    await write((risks) => risks.putNotes([note('a', '100%_'), note('b', '客户'), note('a', '')]))
    await write((risks) => risks.putNotes([]))
    expect(await read((risks) => risks.notes())).toEqual([note('a', ''), note('b', '客户')])
    expect(await read((risks) => risks.notes(['b', 'none']))).toEqual([note('b', '客户')])
    expect(await read((risks) => risks.notes([]))).toEqual([])
    await write((risks) => risks.deleteNotes(['a', 'none']))
    await write((risks) => risks.deleteNotes([]))
    expect(await read((risks) => risks.notes())).toEqual([note('b', '客户')])
  })

  it('deliveries and codes are found by their keys and ids', async () => {
    const message = {
      ...({ key: 'd1', kind: 'messenger', purpose: 'request', appId: APP } as const),
      ...{ deviceId: null, operatorId: null, openId: 'o', subject: '', text: 't', createdAt: 1 },
    }
    await open.store.write((unit) => unit.outbox.add(message), { durable: false })
    expect(await read((risks) => risks.deliveries(['d1', 'none']))).toEqual([
      { key: 'd1', state: 'waiting', lastError: '' },
    ])
    expect(await read((risks) => risks.deliveries([]))).toEqual([])
    const codes = await read((risks) => risks.codes([32, 31, 99]))
    expect(codes.sort((a, b) => a.id - b.id)).toEqual([
      { id: 31, kami: 'KAMI-1' },
      { id: 32, kami: 'kami-1' },
    ])
    expect(await read((risks) => risks.codes([]))).toEqual([])
  })
})
