import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Cause, Escalation } from '../../src-server/domain/alerts/cause.ts'
import type { RiskEvent } from '../../src-server/domain/risk/risk-event.ts'
import type { Snooze } from '../../src-server/domain/risk/snooze.ts'
import type { Unit } from '../../src-server/store/store.ts'
import { ENGINES, openStore, type OpenStore } from './open-store.ts'
import { firing, riskEvent } from './risk-event.ts'

const FOR_EVER = 4_102_243_200
const [OWNER, APP, OTHER_APP] = [11, 10_001, 10_002]

describe.each(ENGINES)('alerts on %s', (engine) => {
  let open: OpenStore
  const read = <T>(work: (alerts: Unit['alerts']) => Promise<T>) =>
    open.store.read((unit) => work(unit.alerts))
  const write = <T>(work: (alerts: Unit['alerts']) => Promise<T>) =>
    open.store.write((unit) => work(unit.alerts), { durable: false })
  const add = (...events: RiskEvent[]) =>
    open.store.write((unit) => unit.risks.addEvents(events), { durable: false })
  const empty = () => open.store.write((unit) => unit.risks.forgetEvents(FOR_EVER + 1), { durable: false })

  beforeAll(async () => {
    open = await openStore(engine)
    await open.seed('operators', [{ id: OWNER, name: 'owner' }])
    await open.seed('applications', [
      { id: APP, ownerId: OWNER },
      { id: OTHER_APP, ownerId: OWNER },
    ])
  })
  afterAll(() => open.close())

  const drawdowns: Cause = { appId: APP, kind: 'drawdown', ruleId: null }
  const ofRule: Cause = { appId: APP, kind: 'rule', ruleId: 5 }
  const fired = (deviceId: number, at: number, level: number, tell: RiskEvent['tell'] = 'wanted') =>
    riskEvent({ deviceId, at, kind: 'rule', tell, firing: firing(`${deviceId}:${at}`, 5, { level }) })

  it('events that want a message are grouped by cause and level', async () => {
    expect(await read((alerts) => alerts.wanted())).toEqual([])
    await add(
      fired(1, 30, 1),
      fired(2, 20, 1),
      fired(3, 40, 0),
      riskEvent({ deviceId: 1, at: FOR_EVER, tell: 'wanted' }),
      riskEvent({ deviceId: 2, at: 5, tell: 'told' }),
      riskEvent({ deviceId: 2, at: 60, tell: 'wanted', appId: OTHER_APP }),
    )
    expect(await read((alerts) => alerts.wanted())).toEqual([
      { ...drawdowns, level: 0, firstAt: FOR_EVER },
      { ...ofRule, level: 0, firstAt: 40 },
      { ...ofRule, level: 1, firstAt: 20 },
      { ...drawdowns, appId: OTHER_APP, level: 0, firstAt: 60 },
    ])
    await empty()
  })

  it('alerts of quiet hours wait until they are released', async () => {
    await add(fired(1, 1, 0, 'held'), fired(2, 2, 0, 'held'), riskEvent({ deviceId: 3, at: 3, tell: 'told' }))
    expect(await read((alerts) => alerts.heldRules())).toEqual([5])
    await write((alerts) => alerts.releaseHeld(6))
    expect(await read((alerts) => alerts.wantedOf(ofRule))).toEqual([])
    await write((alerts) => alerts.releaseHeld(5))
    expect(await read((alerts) => alerts.heldRules())).toEqual([])
    const wanted = await read((alerts) => alerts.wantedOf(ofRule))
    expect(wanted.map(({ deviceId }) => deviceId)).toEqual([1, 2])
    await empty()
  })

  it('the events of a cause keep their facts, and are settled', async () => {
    const facts = { equity: 1e15 + 0.125, positions: null, deliveredAt: FOR_EVER, repeats: 3 }
    const one = riskEvent({ deviceId: 1, at: 9, tell: 'wanted', value: 12.5, threshold: 10, facts })
    const two = riskEvent({ deviceId: 2, at: 8, tell: 'wanted' })
    await add(one, two, fired(3, 7, 0), { ...one, appId: OTHER_APP })
    const [first, second, ...rest] = await read((alerts) => alerts.wantedOf(drawdowns))
    expect(first).toEqual({ ...one, id: first!.id })
    expect(second).toEqual({ ...two, id: second!.id, facts: undefined })
    expect(rest).toEqual([])
    await write((alerts) => alerts.settle([first!.id], 'told', `it's "key"`))
    await write((alerts) => alerts.settle([second!.id, 999_999], 'snoozed', null))
    await write((alerts) => alerts.settle([], 'told', 'x'))
    expect(await read((alerts) => alerts.wantedOf(drawdowns))).toEqual([])
    expect(await read((alerts) => alerts.lastOf(drawdowns, [1, 2]))).toEqual([
      { ...first, tell: 'told', outboxKey: `it's "key"` },
      { ...second, tell: 'snoozed' },
    ])
    expect(await read((alerts) => alerts.snoozedSince(8))).toEqual([
      { kind: 'drawdown', appId: APP, count: 1 },
    ])
    expect(await read((alerts) => alerts.snoozedSince(9))).toEqual([])
    await empty()
  })

  it('the last event of a cause is found for each account', async () => {
    await add(fired(1, 50, 0), fired(1, 10, 1), fired(2, 20, 0), riskEvent({ deviceId: 1, at: 99 }))
    await add({ ...fired(2, 30, 0), firing: firing('other rule', 6) })
    const last = await read((alerts) => alerts.lastOf(ofRule, [2, 1, 77]))
    expect(last.map(({ deviceId, at }) => [deviceId, at])).toEqual([
      [1, 10],
      [2, 20],
    ])
    expect(await read((alerts) => alerts.lastOf(ofRule, []))).toEqual([])
    expect(await read((alerts) => alerts.lastOf(drawdowns, [1]))).toHaveLength(1)
    await empty()
  })

  it('bursts replace each other and are forgotten by the time of their last message', async () => {
    const burst = (toldAt: number) => ({ startedAt: 1, toldAt, accounts: 3, steps: 2, worst: 7 })
    await write((alerts) => alerts.putBurst(`10001:"it's"`, burst(100)))
    await write((alerts) => alerts.putBurst('b', burst(5)))
    await write((alerts) => alerts.putBurst('b', burst(FOR_EVER)))
    expect(await read((alerts) => alerts.bursts())).toEqual(
      new Map([
        [`10001:"it's"`, burst(100)],
        ['b', burst(FOR_EVER)],
      ]),
    )
    expect(await read((alerts) => alerts.bursts(['b', 'none']))).toEqual(new Map([['b', burst(FOR_EVER)]]))
    expect(await read((alerts) => alerts.bursts([]))).toEqual(new Map())
    await write((alerts) => alerts.forgetBursts(100))
    expect((await read((alerts) => alerts.bursts())).size).toBe(2)
    await write((alerts) => alerts.forgetBursts(101))
    expect([...(await read((alerts) => alerts.bursts())).keys()]).toEqual(['b'])
  })

  it('an application has one plan of escalation', async () => {
    expect(await read((alerts) => alerts.planOf(APP))).toBeUndefined()
    await write((alerts) => alerts.setPlan(APP, { minutes: 5, people: [3, 1] }))
    await write((alerts) => alerts.setPlan(APP, { minutes: 10, people: [] }))
    await write((alerts) => alerts.setPlan(OTHER_APP, { minutes: 1, people: [2] }))
    expect(await read((alerts) => alerts.planOf(APP))).toEqual({ minutes: 10, people: [] })
    await write((alerts) => alerts.setPlan(OTHER_APP, undefined))
    expect(await read((alerts) => alerts.plans())).toEqual(new Map([[APP, { minutes: 10, people: [] }]]))
  })

  it('one escalation waits for a cause, and moves on', async () => {
    const due = (cause: Cause, dueAt: number, step = 0): Escalation => ({ ...cause, dueAt, step })
    await write((alerts) => alerts.addEscalation(due(drawdowns, 50)))
    await write((alerts) => alerts.addEscalation(due(drawdowns, 1, 9)))
    await write((alerts) => alerts.addEscalation(due(ofRule, FOR_EVER)))
    expect(await read((alerts) => alerts.escalationsDue(49))).toEqual([])
    expect(await read((alerts) => alerts.escalationsDue(50))).toEqual([due(drawdowns, 50)])
    await write((alerts) => alerts.moveEscalation(drawdowns, { dueAt: 80, step: 1 }))
    expect(await read((alerts) => alerts.escalationsDue(80))).toEqual([due(drawdowns, 80, 1)])
    await write((alerts) => alerts.dropEscalation(drawdowns))
    expect(await read((alerts) => alerts.escalationsDue(FOR_EVER))).toEqual([due(ofRule, FOR_EVER)])
  })

  it('snoozes are listed in the order of their start', async () => {
    const snooze: Omit<Snooze, 'id'> = {
      ...{ ownerId: OWNER, deviceId: null, ruleId: null, kind: null, appId: APP },
      ...{ until: FOR_EVER, note: `明天 100%_\\ "it's"`, byId: OWNER, by: '王', at: 1 },
    }
    const first = await write((alerts) => alerts.addSnooze(snooze))
    const second = await write((alerts) => alerts.addSnooze({ ...snooze, kind: 'drawdown', appId: null }))
    expect(first).toEqual({ ...snooze, id: first.id })
    expect(await read((alerts) => alerts.snoozes())).toEqual([first, second])
    expect(await read((alerts) => alerts.snoozes([second.id, 999]))).toEqual([second])
    expect(await read((alerts) => alerts.snoozes([]))).toEqual([])
    await write((alerts) => alerts.deleteSnoozes([]))
    await write((alerts) => alerts.deleteSnoozes([first.id, 999]))
    expect(await read((alerts) => alerts.snoozes())).toEqual([second])
  })
})
