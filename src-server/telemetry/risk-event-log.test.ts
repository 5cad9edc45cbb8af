import { beforeEach, expect, it } from 'vitest'
import { firing, riskEvent } from '../../tests/contract/risk-event.ts'
import { AlertBench } from '../../tests/support/alert-bench.ts'
import { QUIET_LOG } from '../../tests/support/storage-watch.ts'
import { LocalBus } from '../copies/local-bus.ts'
import { addEvent, type SummedEvent } from '../domain/risk/risk-event.ts'
import type { RiskEventLog } from './risk-event-log.ts'

const NOW = 1_700_000_000
let bench: AlertBench
let bus: LocalBus
let steward: RiskEventLog

beforeEach(() => {
  bench = new AlertBench()
  bus = new LocalBus()
  steward = bench.another(bus.join(QUIET_LOG))
})

const drawdown = (at: number): SummedEvent => ({
  ...{ kind: 'drawdown', deviceId: 7, appId: 1, at, value: 30, threshold: 20 },
  ...{ outboxKey: null, firing: null, tell: '' },
})
const seenBy = (log: RiskEventLog) => [...log.all()].map(({ times, at }) => [times, at])

it('a copy that reads the events before one is stored learns of it', async () => {
  steward.add(drawdown(NOW))
  const other = bench.another(bus.join(QUIET_LOG))
  await other.load()
  await steward.flush()
  expect(seenBy(other)).toEqual([[1, NOW]])
})

it('a copy that reads the events while one is stored keeps it', async () => {
  const other = bench.another(bus.join(QUIET_LOG))
  const loading = other.load()
  steward.add(drawdown(NOW))
  await steward.flush()
  await loading
  expect(seenBy(other)).toEqual([[1, NOW]])
})

it('other copies count no event of a copy that was the steward', async () => {
  const was = { isMine: true, holds: () => false, isIn: () => Promise.resolve(false) }
  const former = bench.another(bus.join(QUIET_LOG), was)
  former.add(drawdown(NOW))
  await former.flush()
  expect(seenBy(steward)).toEqual([])
})

it('the undo of an earlier firing at another copy takes no newer firing back', () => {
  const fired = (key: string, at: number, undoneAt: number | null = null) =>
    riskEvent({ kind: 'rule', deviceId: 1, at, firing: firing(key, 7, { undoneAt }) }) as SummedEvent
  const there = bus.join(QUIET_LOG)
  steward.follow(fired('first', 10))
  steward.follow(fired('second', 20))
  there.publish('riskEvents', addEvent(undefined, fired('first', 10, 15)))
  expect(steward.ofRule(7, 1)).toMatchObject({ at: 20, times: 2, firing: { key: 'second', undoneAt: null } })
  there.publish('riskEvents', addEvent(undefined, fired('second', 20, 25)))
  expect(steward.ofRule(7, 1)?.firing?.undoneAt).toBe(25)
})
