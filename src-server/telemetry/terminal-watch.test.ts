import { expect, it } from 'vitest'
import { STANDARD_LIMITS } from '../contract/account-risk.ts'
import { AlertBench } from '../../tests/support/alert-bench.ts'
import { terminalsAt, type LiveDevice } from './live-device.ts'
import { recordPulse } from './pulse-recorder.ts'
import { TerminalWatch } from './terminal-watch.ts'
import { NO_MORE_FIGURES } from '../../tests/support/no-more-figures.ts'

const NOW = 1_700_000_000
const SAID = {
  equity: 1,
  balance: 1,
  dd: 0,
  positions: 0,
  buyPos: 0,
  sellPos: 0,
  floatPnl: 0,
  marginLevel: 0,
  symbol: '',
  ...NO_MORE_FIGURES,
}

function world() {
  const bench = new AlertBench()
  const told: [number, number][] = []
  const watch = new TerminalWatch((live) => {
    told.push([live.device.id, terminalsAt(live, now).length])
  })
  let now = NOW
  const pulse = (live: LiveDevice, ip: string, after = 10) => {
    now += after
    if (live.pulse !== undefined && live.pulse.ip !== ip) watch.moved(live, ip, now)
    recordPulse(live, SAID, ip, now)
  }
  const sweep = () => {
    watch.sweep(bench.devices, now)
  }
  return { bench, told, watch, pulse, sweep, now: () => now }
}

it('reports an account once when it has two terminals, and once when it has one again', () => {
  const { bench, told, watch, pulse, sweep, now } = world()
  const live = bench.account()
  for (const ip of ['A', 'B', 'A', 'B', 'A']) pulse(live, ip)
  sweep()
  expect(told).toEqual([[live.device.id, 2]])
  expect([...watch.several(now())]).toMatchObject([{ live, since: NOW + 30 }])
  for (let i = 0; i < 40; i++) {
    pulse(live, 'A')
    sweep()
  }
  expect(told).toEqual([
    [live.device.id, 2],
    [live.device.id, 0],
  ])
  expect([...watch.several(now())]).toEqual([])
  expect(live.trail).toBeUndefined()
})

it('holds nothing of an account that keeps its address, or that was deleted', () => {
  const { bench, told, watch, pulse, sweep, now } = world()
  const [still, gone] = [bench.account(1), bench.account(2)]
  pulse(still, 'A')
  pulse(still, 'A')
  expect(still.trail).toBeUndefined()
  for (const ip of ['A', 'B', 'A']) pulse(gone, ip)
  const before = told.length
  bench.devices.removeDevice(gone.device.id)
  sweep()
  expect(gone.trail).toBeUndefined()
  expect(told).toHaveLength(before)
  expect([...watch.several(now())]).toEqual([])
})

it('holds at most 20,000 accounts, and forgets those that moved the longest ago', () => {
  const { bench, pulse } = world()
  const template = bench.account()
  const lives = Array.from({ length: 20_001 }, (_, id): LiveDevice => ({
    ...template,
    device: { ...template.device, id: id + 1000 },
    pulse: undefined,
    trail: undefined,
    limits: STANDARD_LIMITS,
  }))
  for (const live of lives) for (const ip of ['A', 'B', 'A']) pulse(live, ip, 0)
  expect(lives.filter(({ trail }) => trail !== undefined)).toHaveLength(20_000)
  expect(lives[0]?.trail).toBeUndefined()
})
