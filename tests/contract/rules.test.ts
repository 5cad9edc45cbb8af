import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Rule } from '../../src-server/domain/rules/rule.ts'
import type { EquityMark, RuleState } from '../../src-server/store/repositories/rules.ts'
import type { Unit } from '../../src-server/store/store.ts'
import { ENGINES, openStore, type OpenStore } from './open-store.ts'

const FOR_EVER = 4_102_243_200
const [OWNER, OTHER, NOBODY] = [11, 12, 99]
const [APP, DEVICE, SECOND] = [10_001, 21, 22]

const given: Omit<Rule, 'id'> = {
  ownerId: OWNER,
  name: `亏损 "50%" \\ it's_100`,
  place: 'tag',
  accountId: null,
  agentId: null,
  word: 'VIP 客户',
  appId: null,
  subject: 'drawdown',
  levels: [
    { at: 10.5, act: 'tell' },
    { at: 30, act: 'close_all' },
  ],
  rearm: 50,
  cooldown: 3600,
  quiet: { from: 1320, to: 420 },
  startsAt: FOR_EVER,
  enabled: true,
  people: [OWNER, OTHER],
  createdAt: 1_700_000_000,
}

describe.each(ENGINES)('rules on %s', (engine) => {
  let open: OpenStore
  const read = <T>(work: (rules: Unit['rules']) => Promise<T>) => open.store.read((unit) => work(unit.rules))
  const write = <T>(work: (rules: Unit['rules']) => Promise<T>) =>
    open.store.write((unit) => work(unit.rules), { durable: false })

  beforeAll(async () => {
    open = await openStore(engine)
    await open.seed('operators', [
      { id: OWNER, name: 'owner' },
      { id: OTHER, name: 'other' },
    ])
    await open.seed('applications', [{ id: APP, ownerId: OWNER }])
    await open.seed('devices', [
      { id: DEVICE, appId: APP, accountKey: '1@a' },
      { id: SECOND, appId: APP, accountKey: '2@a' },
    ])
  })
  afterAll(() => open.close())

  it('a rule is read as it was written, and an empty store has none', async () => {
    expect(await read((rules) => rules.all())).toEqual([])
    expect(await read((rules) => rules.find(1))).toBeUndefined()
    const first = await write((rules) => rules.insert(given))
    const bare = { ...given, ownerId: OTHER, quiet: null, startsAt: null, enabled: false, people: [] }
    const second = await write((rules) => rules.insert(bare))
    expect(first).toEqual({ ...given, id: first.id })
    expect(second).toEqual({ ...bare, id: second.id })
    expect(second.id).toBeGreaterThan(first.id)
    expect(await read((rules) => rules.all())).toEqual([first, second])
    expect(await read((rules) => rules.all([second.id, NOBODY]))).toEqual([second])
    expect(await read((rules) => rules.all([]))).toEqual([])
    expect(await read((rules) => rules.find(first.id))).toEqual(first)
    expect(await read((rules) => rules.countOf(OWNER))).toBe(1)
    expect(await read((rules) => rules.countOf(NOBODY))).toBe(0)
  })

  it('a rule changes once it is there, and its deletion takes its states', async () => {
    const rule = await write((rules) => rules.insert(given))
    const { id: _, createdAt: __, ...change } = { ...rule, name: 'new', levels: [], quiet: null, appId: APP }
    expect(await write((rules) => rules.update(rule.id, change))).toEqual({ ...rule, ...change })
    expect(await write((rules) => rules.update(NOBODY, change))).toBeUndefined()
    await write((rules) => rules.putStates([{ ruleId: rule.id, deviceId: DEVICE, levels: [] }]))
    expect(await write((rules) => rules.delete(rule.id))).toBe(true)
    expect(await write((rules) => rules.delete(rule.id))).toBe(false)
    expect(await read((rules) => rules.states())).toEqual([])
  })

  it('states replace each other, and an account or a rule that is gone gets none', async () => {
    const { id } = await write((rules) => rules.insert(given))
    const state = (deviceId: number, firedAt: number | null, ruleId = id): RuleState => ({
      ruleId,
      deviceId,
      levels: [{ isFired: firedAt !== null, firedAt }],
    })
    await write((rules) => rules.putStates([]))
    await write((rules) =>
      rules.putStates([state(DEVICE, 1), state(NOBODY, 1), state(DEVICE, 1, NOBODY), state(SECOND, null)]),
    )
    await write((rules) => rules.putStates([state(DEVICE, 2), state(DEVICE, FOR_EVER)]))
    const stored = await read((rules) => rules.states())
    expect(stored.sort((a, b) => a.deviceId - b.deviceId)).toEqual([
      state(DEVICE, FOR_EVER),
      state(SECOND, null),
    ])
    await write((rules) => rules.dropStates(id))
    expect(await read((rules) => rules.states())).toEqual([])
  })

  it('a pause belongs to the last firing, and a person takes it over', async () => {
    const pause = (deviceId: number, name: 'pause_add' | 'pause_open', eventKey: string) =>
      ({ deviceId, switch: name, eventKey }) as const
    await write((rules) =>
      rules.putPauses([
        pause(DEVICE, 'pause_add', 'one'),
        pause(DEVICE, 'pause_open', 'one'),
        pause(SECOND, 'pause_add', `it's "two"`),
        pause(DEVICE, 'pause_open', `it's "two"`),
      ]),
    )
    expect(await read((rules) => rules.pausesOf([`it's "two"`]))).toHaveLength(2)
    expect(await read((rules) => rules.pausesOf([]))).toEqual([])
    expect(await write((rules) => rules.takePauses(DEVICE, 'one'))).toEqual(['pause_add'])
    expect(await write((rules) => rules.takePauses(DEVICE, 'one'))).toEqual([])
    await write((rules) => rules.forgetPauses([DEVICE], ['pause_add', 'pause_open']))
    await write((rules) => rules.forgetPauses([SECOND], []))
    expect(await read((rules) => rules.pausesOf(['one', `it's "two"`]))).toEqual([
      pause(SECOND, 'pause_add', `it's "two"`),
    ])
  })

  it('marks replace each other, and an account that is gone gets none', async () => {
    const mark = (deviceId: number, peak: number): EquityMark => ({
      deviceId,
      accountKey: `${deviceId}@账户`,
      peak,
      day: 19_675,
      dayEquity: 0.1 + 0.2,
    })
    await write((rules) => rules.putMarks([]))
    await write((rules) => rules.putMarks([mark(DEVICE, 1e15 + 0.125), mark(NOBODY, 5)]))
    await write((rules) => rules.putMarks([mark(SECOND, 1), mark(SECOND, -2.5)]))
    const marks = await read((rules) => rules.marks())
    expect(marks.sort((a, b) => a.deviceId - b.deviceId)).toEqual([
      mark(DEVICE, 1e15 + 0.125),
      mark(SECOND, -2.5),
    ])
    await write((rules) => rules.putMarks([{ ...mark(SECOND, 1), accountKey: '2\ud83e@a' }]))
    const [, half] = (await read((rules) => rules.marks())).sort((a, b) => a.deviceId - b.deviceId)
    expect(half?.accountKey).toBe('2\ufffd@a')
  })

  it('firings are counted from a time on', async () => {
    const event = (ruleId: number, at: number) => ({
      ...{ kind: 'rule' as const, deviceId: DEVICE, appId: APP, at, value: 1, threshold: 2 },
      ...{ outboxKey: null, tell: '' as const },
      firing: {
        ...{ key: `${ruleId}:${at}`, ruleId, level: 0, act: 'tell' as const },
        ...{ commandId: null, undoneAt: null, undoneBy: '' },
      },
    })
    await open.store.write(
      (unit) => unit.risks.addEvents([event(1, 100), event(1, 200), event(2, 99), event(1, FOR_EVER)]),
      { durable: false },
    )
    const firings = await read((rules) => rules.firings(100))
    expect(firings).toEqual([{ ruleId: 1, times: 3, lastAt: FOR_EVER }])
    expect(await read((rules) => rules.firings(FOR_EVER + 1))).toEqual([])
  })
})
