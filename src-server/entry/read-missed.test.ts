import { expect, it } from 'vitest'
import { AlertBench } from '../../tests/support/alert-bench.ts'
import { ASKED_COMMAND } from '../../tests/support/asked-command.ts'
import { QUIET_LOG } from '../../tests/support/storage-watch.ts'
import { until } from '../../tests/support/until.ts'
import { ALWAYS_CURRENT } from '../copies/copies.ts'
import { RETURN_SECONDS } from '../domain/risk/silence.ts'
import type { ServiceContext } from '../services/service-context.ts'
import { CloseWatch } from '../telemetry/close-watch.ts'
import { SilenceWatch } from '../telemetry/silence-watch.ts'
import { readMissed } from './read-missed.ts'

/** The steward, which may miss what other copies tell. @param catchUp what it learns from the store then */
function stewardOf(bench: AlertBench, catchUp: () => void) {
  const closes = new CloseWatch(bench.alerts)
  const silences = new SilenceWatch(bench.alerts, bench.markets)
  let missed = (): void => undefined
  let resets = 0
  readMissed({
    bus: {
      onMissed: (callback: () => void) => {
        missed = callback
      },
    },
    copy: {
      standing: {
        ...ALWAYS_CURRENT,
        catchUp: () => {
          catchUp()
          return Promise.resolve(true)
        },
      },
    },
    steward: { isMine: true },
    devices: bench.devices,
    stream: {
      reset: () => {
        resets++
      },
    },
    watches: { closes, silences },
    rules: { sweep: { missed: () => undefined } },
    clock: bench.clock,
    log: QUIET_LOG,
  } as unknown as ServiceContext)
  const miss = async () => {
    missed()
    await until(() => resets === 1, 'the reset of the streams')
  }
  return { closes, silences, miss }
}

it('the steward counts an overdue close once whose step at another copy it has perhaps missed', async () => {
  const bench = new AlertBench()
  const live = bench.account()
  const overdue = { state: 'overdue', deliveredAt: 100, overdueAt: 160, overduePositions: 2 } as const
  const command = { ...ASKED_COMMAND, deviceId: live.device.id, ...overdue }
  const { closes, miss } = stewardOf(bench, () => {
    bench.devices.putCommand(command)
  })
  await miss()
  await bench.flush()
  expect(bench.events).toMatchObject([{ kind: 'close_overdue', at: 160, value: 2 }])
  // The step was only late.
  closes.follow(live, command)
  await bench.flush()
  expect(bench.events).toHaveLength(1)
})

it('the steward takes no account for silent whose pulses another copy may have received', async () => {
  const LIMIT = 600
  const bench = new AlertBench()
  bench.policy = { silenceAlert: LIMIT }
  const { silences, miss } = stewardOf(bench, () => undefined)
  const look = async () => {
    silences.sweep(bench.devices, { all: () => [{ settings: bench.application }] }, bench.clock.now())
    await bench.flush()
  }
  const live = bench.account()
  live.pulse = bench.pulse(1, bench.clock.now())
  silences.resume(bench.devices, bench.clock.now())
  await look()
  bench.clock.pass(RETURN_SECONDS + LIMIT)
  await miss()
  await look()
  expect(bench.events).toEqual([])
  // The account stays away.
  bench.clock.pass(RETURN_SECONDS)
  await look()
  expect(bench.events).toMatchObject([{ kind: 'silent', deviceId: live.device.id }])
})
