import { beforeEach, describe, expect, it } from 'vitest'
import { AlertBench } from '../../tests/support/alert-bench.ts'
import { DEFAULT_MARKETS } from '../contract/markets/default-calendar.ts'
import { RETURN_SECONDS } from '../domain/risk/silence.ts'
import { SilenceWatch } from './silence-watch.ts'

/** A Monday noon. */
const START = Date.parse('2026-11-23T12:00:00Z') / 1000
const LIMIT = 600
let bench: AlertBench
let watch: SilenceWatch
let now: number

/** Checks every account, as ten seconds of sweeps do. */
async function look(): Promise<void> {
  const applications = { all: () => [{ settings: bench.application }] }
  for (let i = 0; i <= 10; i++) watch.sweep(bench.devices, applications, now)
  await bench.flush()
}
async function pass(seconds: number): Promise<void> {
  now += seconds
  await look()
}
function pulse(id = 7): void {
  const live = bench.account(id)
  live.pulse = bench.pulse(1, now, id)
  watch.onPulse(live, now)
}
async function restart(): Promise<void> {
  await bench.reopen()
  for (const { pulse } of bench.devices.all()) if (pulse !== undefined) bench.devices.putStoredPulse(pulse)
  watch = new SilenceWatch(bench.alerts, bench.markets)
  watch.resume(bench.devices, now)
}
const told = () => bench.wanted

beforeEach(async () => {
  now = START
  bench = new AlertBench()
  bench.policy = { silenceAlert: LIMIT }
  watch = new SilenceWatch(bench.alerts, bench.markets)
  watch.resume(bench.devices, now)
  await pass(RETURN_SECONDS)
  pulse()
})

describe('an account that becomes silent', () => {
  it('causes one alert when it was silent for the limit, and one when it is back', async () => {
    const heardAt = now
    await pass(LIMIT - 1)
    expect(bench.events).toEqual([])
    await pass(1)
    const event = { kind: 'silent', deviceId: 7, at: now, value: heardAt, threshold: LIMIT }
    const key = `silent:7:${now}`
    expect(bench.events).toMatchObject([{ ...event, tell: 'wanted' }])
    await pass(86_400)
    expect(bench.events).toHaveLength(1)
    pulse()
    await bench.flush()
    expect(told()).toEqual([key, `back:7:${now}`])
    pulse()
    await pass(LIMIT - 1)
    expect(told()).toHaveLength(2)
    await pass(1)
    expect(bench.events.map(({ kind }) => kind)).toEqual(['silent', 'back', 'silent'])
  })

  it.each([
    ['nobody gets', ''],
    ['a person snoozes', 'snoozed'],
  ] as const)('with an alert that %s causes none at its return', async (_, tell) => {
    await pass(LIMIT)
    bench.settleAll(tell)
    pulse()
    await bench.flush()
    expect(bench.events).toMatchObject([{ kind: 'silent', tell, outboxKey: null }])
    expect(told()).toEqual([])
  })

  it.each([
    ['disabled', { disabled: true }],
    ['expired', { vip: START }],
  ])('is ignored when it is %s', async (_, change) => {
    const live = bench.account()
    bench.devices.putDevice({ ...live.device, ...change })
    await pass(LIMIT)
    expect(bench.events).toEqual([])
  })

  it('after a restart, causes an alert for a second silence, but not again for the first one that lasts', async () => {
    await pass(LIMIT)
    now += 300
    await restart()
    await pass(LIMIT + RETURN_SECONDS)
    expect(bench.events).toHaveLength(1)
    pulse()
    await bench.flush()
    expect(told()).toEqual([`silent:7:${START + RETURN_SECONDS + LIMIT}`, `back:7:${now}`])
  })
})

describe('the server’s own absence', () => {
  it('is no silence, but an account that stays away afterwards is silent, however long the absence', async () => {
    now += 3 * 86_400 - 3600
    await restart()
    await pass(LIMIT + RETURN_SECONDS - 1)
    expect(bench.events).toEqual([])
    await pass(1)
    expect(bench.events).toHaveLength(1)
  })

  it('of a watch that takes over while accounts pulse is short: one that stopped days ago is no news', async () => {
    now += 2 * 86_400
    pulse(8)
    watch = new SilenceWatch(bench.alerts, bench.markets)
    watch.resume(bench.devices, now)
    await pass(LIMIT + RETURN_SECONDS)
    expect(bench.events).toMatchObject([{ kind: 'silent', deviceId: 8 }])
  })

  it('through sleep is no silence either', async () => {
    now += 7200
    watch.woke(now)
    await look()
    expect(bench.events).toEqual([])
    await pass(LIMIT + RETURN_SECONDS)
    expect(bench.events).toHaveLength(1)
  })

  it('ignores accounts that stopped long before it', async () => {
    pulse(8)
    now += 2 * 86_400
    pulse(9)
    await restart()
    await pass(LIMIT + RETURN_SECONDS)
    expect(bench.events.map(({ deviceId }) => deviceId)).toEqual([9])
  })
})

it('an alert that is switched on starts from then, and ignores accounts that were silent for days', async () => {
  bench.policy = { silenceAlert: 0 }
  await pass(3 * 86_400)
  pulse(8)
  await pass(3600)
  bench.policy = { silenceAlert: LIMIT }
  await look()
  expect(bench.events).toEqual([])
  await pass(LIMIT)
  expect(bench.events.map(({ deviceId }) => deviceId)).toEqual([8])
})

it('a sweep checks a tenth of many accounts, and ten sweeps check all', async () => {
  for (let id = 100; id < 6099; id++) pulse(id)
  now += LIMIT
  const applications = { all: () => [{ settings: bench.application }] }
  watch.sweep(bench.devices, applications, now)
  await bench.flush()
  expect(bench.events).toHaveLength(600)
  await look()
  expect(new Set(told()).size).toBe(6000)
})

it('forgets deleted accounts', async () => {
  await pass(LIMIT)
  bench.devices.removeDevice(7)
  watch.forgetGone(bench.devices)
  const live = bench.account()
  watch.onPulse(live, now)
  await bench.flush()
  expect(told()).toHaveLength(1)
})

describe('Sunday noon', () => {
  const saturday = Date.parse('2026-11-28T12:00:00Z') / 1000
  const sunday = Date.parse('2026-11-29T12:00:00Z') / 1000

  it.each([
    ['BTCUSD', 1],
    ['BTCUSD.m', 1],
    ['XAUUSD', 0],
    ['US30', 0],
  ])('a silent account of %s causes %i alerts', async (symbol, alerts) => {
    now = saturday
    watch.woke(now - RETURN_SECONDS - LIMIT)
    const live = bench.account()
    live.pulse = { ...bench.pulse(1, sunday - LIMIT - 1, 7), symbol }
    now = sunday
    await look()
    expect(bench.events).toHaveLength(alerts)
  })

  it('after a holiday silence counts from the opening', async () => {
    const opening = sunday + 86_400
    const metals = { breaks: [], holidays: [{ name: 'a holiday', from: saturday, to: opening }] }
    bench.markets.configure({ ...DEFAULT_MARKETS, metals })
    watch.woke(saturday - RETURN_SECONDS)
    const live = bench.account()
    live.pulse = { ...bench.pulse(1, saturday - 5, 7), symbol: 'XAUUSD' }
    now = opening + LIMIT - 1
    await look()
    expect(bench.events).toEqual([])
    now = opening + LIMIT
    await look()
    expect(bench.events).toHaveLength(1)
  })
})
