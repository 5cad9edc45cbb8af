import { beforeEach, expect, it } from 'vitest'
import { AlertBench } from '../../tests/support/alert-bench.ts'
import { QUIET_LOG } from '../../tests/support/storage-watch.ts'
import { LocalBus } from '../copies/local-bus.ts'
import type { SummedEvent } from '../domain/risk/risk-event.ts'
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
