import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LatestPulse } from '../../../src-server/store/latest-pulse.ts'
import type { TelemetryStore } from '../../../src-server/store/telemetry-store.ts'
import { NO_MORE_FIGURES } from '../../support/no-more-figures.ts'
import { SEED } from '../../support/seed.ts'
import { appendPulses, latestPulses } from '../../support/telemetry/open-telemetry-store.ts'
import { makeTelemetryPlace } from './open-telemetry.ts'

const DAY = 86_400
/** The clock of Berlin is put forward at this moment, 2024-03-31 01:00 UTC. */
const FORWARD = 1_711_846_800
const utcOffset = (at: number) => (at < FORWARD ? 60 : 120)
const BEGIN = FORWARD - 1.5 * DAY
const IDS = [1, 2, 127, 128, 5000]

interface Step {
  readonly kind: 'pulse' | 'again' | 'restart' | 'read'
  readonly account: number
  /** Seconds that pass before it. */
  readonly after: number
  /** Seconds that it is late. */
  readonly late: number
  readonly balance: number
  readonly equity: number
  readonly copy: number
}

const steps = fc.array(
  fc.record<Step>({
    kind: fc.oneof(
      { weight: 12, arbitrary: fc.constant('pulse' as const) },
      { weight: 2, arbitrary: fc.constant('again' as const) },
      { weight: 1, arbitrary: fc.constant('restart' as const) },
      { weight: 1, arbitrary: fc.constant('read' as const) },
    ),
    account: fc.nat(IDS.length - 1),
    // Neighbouring pulses, minutes, silence over a night, silence of days.
    after: fc.oneof(fc.nat(20), fc.nat(200), fc.nat(5000), fc.integer({ min: DAY / 2, max: 3 * DAY })),
    late: fc.oneof(
      { weight: 8, arbitrary: fc.constant(0) },
      fc.nat(100),
      fc.integer({ min: 3600, max: DAY }),
    ),
    balance: fc.constantFrom(1000, 1000, 1000, 1500.5, 2000, 300.25, NaN),
    equity: fc.constantFrom(1000, 990.5, 1500.5, 2000, 301, NaN),
    copy: fc.nat(1),
  }),
  { minLength: 20, maxLength: 120 },
)

function pulseOf({ account, balance, equity, late }: Step, at: number): LatestPulse {
  return {
    deviceId: IDS[account]!,
    ...{ at: at - late, equity, balance, dd: 2.5, positions: 0, buyPos: NaN, sellPos: NaN },
    ...{ floatPnl: NaN, marginLevel: 120, interval: 10, symbol: 'XAUUSD', ip: '192.0.2.1' },
    ...NO_MORE_FIGURES,
  }
}

/** Everything that can be asked. Money is rounded: sums have no order. */
async function answers(store: TelemetryStore, to: number) {
  const span = { from: BEGIN - DAY, to }
  const period = await store.period(span)
  const columns = Object.entries(period).map(
    ([name, column]: [string, Int32Array | Float64Array]) => [name, [...column]] as const,
  )
  const order = [...period.ids.keys()].sort((a, b) => period.ids[a]! - period.ids[b]!)
  return rounded({
    days: await Promise.all(IDS.map((deviceId) => store.days({ ...span, deviceId }))),
    part: await store.days({ from: FORWARD - 3600, to: FORWARD + 3600, deviceId: 1 }),
    period: Object.fromEntries(columns.map(([name, values]) => [name, order.map((place) => values[place])])),
    fleet: await store.fleetDays({ ...span, groups: new Int32Array(6000).fill(2) }),
    minutes: await Promise.all(
      IDS.map((deviceId) => store.history({ deviceId, from: to - 1.9 * DAY, to, points: 3000 })),
    ),
    long: await store.history({ deviceId: 1, from: BEGIN - 400 * DAY, to, points: 500 }),
    trends: [...(await store.trends({ ids: [1, 2, 77], from: to - DAY, to, points: 10 }))],
  })
}

function rounded(value: unknown): string {
  return JSON.stringify(
    value,
    (_, one: unknown) =>
      typeof one === 'number' ? (Number.isNaN(one) ? 'NaN' : Math.round(one * 1e6) / 1e6) : one,
    1,
  )
}

/** Plays steps on one engine. @returns the answers at each reading */
async function play(engine: 'SQLite' | 'PostgreSQL', all: readonly Step[], copies: number) {
  const place = await makeTelemetryPlace(engine, utcOffset)
  let at = BEGIN
  const open = () => Promise.all(Array.from({ length: copies }, () => place.open(at)))
  let stores = await open()
  const results: unknown[] = []
  const latest: LatestPulse[][] = []
  let waiting: LatestPulse[] = []
  let turn = 0
  const flush = async () => {
    if (waiting.length > 0) await appendPulses(stores[turn % copies]!, waiting)
    waiting = []
  }
  const restart = async () => {
    await flush()
    await Promise.all(stores.map((one) => one.close()))
    stores = await open()
  }
  for (const step of all) {
    at += step.after
    // A clock that was set back stays with its copy: another copy would take the pulse for a late one.
    const isAlone = copies === 1
    if (step.kind === 'restart') await restart()
    else if (step.kind === 'read') {
      await flush()
      results.push(await answers(stores[0]!, at))
    } else {
      if (step.copy !== turn % copies || waiting.length > 5) await flush()
      turn = step.copy
      const pulse = pulseOf(isAlone ? step : { ...step, late: 0 }, at)
      waiting.push(pulse)
      if (step.kind === 'again') waiting.push(pulse)
    }
  }
  await restart()
  results.push(await answers(stores[0]!, at))
  latest.push((await latestPulses(stores[0]!)).sort((a, b) => a.deviceId - b.deviceId))
  await Promise.all(stores.map((one) => one.close()))
  await place.remove()
  expect(place.errors).toEqual([])
  return { results, latest }
}

/** Pulses right after a restart are in time: an earlier one would be taken for one of another copy that came late. */
function inTimeAfterRestarts(all: readonly Step[]): Step[] {
  return all.map((step) => ({ ...step, late: step.late > 600 ? step.late : 0 }))
}

describe('the telemetry on both engines', () => {
  it('gives the same answers for the same pulses, by one copy and with a clock that jumps', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const given = inTimeAfterRestarts(all)
        expect(await play('PostgreSQL', given, 1)).toEqual(await play('SQLite', given, 1))
      }),
      { seed: SEED, numRuns: 4, endOnFailure: true },
    )
  }, 200_000)

  it('gives the same answers when late pulses come without a restart', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const given = all.filter(({ kind }) => kind !== 'restart')
        expect(await play('PostgreSQL', given, 1)).toEqual(await play('SQLite', given, 1))
      }),
      { seed: SEED, numRuns: 4, endOnFailure: true },
    )
  }, 200_000)

  it('gives the answers of one copy when two copies hear the same accounts', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const given = all.map((step) => ({ ...step, late: 0 }))
        expect(await play('PostgreSQL', given, 2)).toEqual(await play('SQLite', given, 1))
      }),
      { seed: SEED, numRuns: 4, endOnFailure: true },
    )
  }, 200_000)
})
