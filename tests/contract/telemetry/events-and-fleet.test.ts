import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noSums, type FleetGroup } from '../../../src-server/domain/fleet/fleet-group.ts'
import type { LatestPulse } from '../../../src-server/store/latest-pulse.ts'
import { PulseBatch } from '../../../src-server/store/pulse-batch.ts'
import type { RepeatedCodeEvent, TelemetryStore } from '../../../src-server/store/telemetry-store.ts'
import { appendPulses, latestPulses } from '../../support/telemetry/open-telemetry-store.ts'
import { ENGINES } from '../open-store.ts'
import { makeTelemetryPlace, type TelemetryPlace } from './open-telemetry.ts'
import { plainPulse as pulse } from './plain-pulse.ts'

/** A midnight, UTC. */
const NOW = 1_699_920_000
const HOUR = 3600

function event(codeId: number, at: number, change: Partial<RepeatedCodeEvent> = {}): RepeatedCodeEvent {
  const from = { kind: 'login', markcode: 'PC-1', ip: '192.0.2.1', by: '', detail: '' } as const
  return { codeId, since: at, at, times: 1, ...from, ...change }
}

const group = (change: Partial<FleetGroup>): FleetGroup => ({
  ...{ app: 1, agent: 0, currency: 'USD' },
  ...noSums(),
  ...change,
})

describe.each(ENGINES)('telemetry on %s', (engine) => {
  let place: TelemetryPlace
  let store: TelemetryStore
  beforeAll(async () => {
    place = await makeTelemetryPlace(engine, () => 0)
    store = await place.open(NOW)
  })
  afterAll(async () => {
    await store.close()
    await place.remove()
    expect(place.errors).toEqual([])
  })

  const addEvents = (batch: readonly RepeatedCodeEvent[]) =>
    new Promise<void>((done) => {
      store.appendCodeEvents(batch, done)
    })

  it('has nothing at first', async () => {
    expect(await store.codeEvents(1)).toEqual([])
    expect(await store.newest()).toBe(0)
    expect(await store.days({ deviceId: 1, from: 0, to: NOW })).toEqual([])
    expect((await store.history({ deviceId: 1, from: 0, to: NOW, points: 10 })).points).toEqual([])
    expect((await store.fleetCurve({ apps: [1], from: NOW, to: NOW + HOUR, points: 9 })).points).toEqual([])
    expect(await store.fleetEnds({ apps: [1], ends: [] })).toEqual([])
    expect([...(await store.trends({ ids: [], from: 0, to: 10, points: 2 }))]).toEqual([])
  })

  it('counts a repeated event until another one comes, also across batches', async () => {
    await addEvents([event(1, NOW + 60, { since: NOW, times: 2 }), event(2, NOW)])
    await addEvents([event(1, NOW + 120), event(1, NOW + 180, { ip: '192.0.2.2' }), event(1, NOW + 240)])
    const found = await store.codeEvents(1)
    expect(found.map(({ since, at, times }) => [since, at, times])).toEqual([
      [NOW + 240, NOW + 240, 1],
      [NOW + 180, NOW + 180, 1],
      [NOW, NOW + 120, 3],
    ])
    expect(await store.codeEvents(2)).toHaveLength(1)
  })

  it('keeps texts as they came, and the last 200 events of a code', async () => {
    const texts = { markcode: `a'b"c\\d%_{}`, detail: '客户，\n"x"', by: 'Übung', ip: '::1' }
    await addEvents([event(4, 4_102_243_200, { kind: 'bind', ...texts })])
    expect(await store.codeEvents(4)).toEqual([
      { kind: 'bind', since: 4_102_243_200, at: 4_102_243_200, times: 1, ...texts },
    ])
    await addEvents(Array.from({ length: 250 }, (_, i) => event(5, NOW + i, { markcode: `PC-${i}` })))
    const names = (await store.codeEvents(5)).map(({ markcode }) => markcode)
    expect(names).toEqual(Array.from({ length: 200 }, (_, i) => `PC-${249 - i}`))
  })

  it('sums the fleet by minutes and by the ends of days', async () => {
    const groups = (online: number) => [
      group({ online, accounts: 4, equity: 10.5 }),
      group({ agent: 7, online: 1, accounts: 1, equity: 2 }),
      group({ app: 2, currency: '', online: 3, accounts: 3, positions: 9 }),
    ]
    for (const [at, online] of [
      [NOW, 2],
      [NOW + 60, 4],
      [NOW + HOUR, 1],
    ] as const)
      store.appendFleet({ at, groups: groups(online) })
    const minutes = await store.fleetCurve({ apps: [1], from: NOW, to: NOW + HOUR, points: 500 })
    expect(minutes.points.map(({ at, online, accounts, equity }) => [at, online, accounts, equity])).toEqual([
      [NOW, 3, 5, 12.5],
      [NOW + 60, 5, 5, 12.5],
      [NOW + HOUR, 2, 5, 12.5],
    ])
    const few = await store.fleetCurve({ apps: [1, 2], agents: [0], from: NOW, to: NOW + HOUR, points: 1 })
    expect(few.points.map(({ currency, online }) => [currency, online])).toEqual([
      ['USD', 3],
      ['', 3],
      ['USD', 1],
      ['', 3],
    ])
    const ends = await store.fleetEnds({ apps: [1], currency: 'USD', ends: [NOW, NOW + 86_400] })
    expect(ends.map(({ at, accounts }) => [at, accounts])).toEqual([[NOW + 86_400, 5]])
  })

  it('calls back for an empty batch, and knows the bytes in use', async () => {
    await new Promise<void>((done) => {
      store.append(new PulseBatch(), done)
    })
    store.keepWithin(4_000_000_000)
    store.keepHours(30 * 86_400)
    expect(await store.usage()).toMatchObject({ perDay: null, limit: 4_000_000_000 })
    expect((await store.usage()).used).toBeGreaterThan(10_000)
  })

  it('gives the pulses from before at the first reading after a start, and texts of programs', async () => {
    const program = { currency: 'USD', version: "1'0", magic: '7', accountName: '王伟' }
    const first = pulse(3, NOW, { program, ip: '2001:db8::1', symbol: '黄金' })
    const batch = new PulseBatch()
    batch.add(first, true)
    batch.add(pulse(900, NOW + 1))
    await new Promise<void>((done) => {
      store.append(batch, done)
    })
    await store.close()
    store = await place.open(NOW)
    await appendPulses(store, [pulse(3, NOW + 9), pulse(4, NOW + 9)])
    const byId = (all: LatestPulse[]) => all.sort((a, b) => a.deviceId - b.deviceId)
    expect(byId(await latestPulses(store))).toEqual([first, pulse(900, NOW + 1)])
    expect(byId(await latestPulses(store))).toEqual([
      { ...pulse(3, NOW + 9), program },
      pulse(4, NOW + 9),
      pulse(900, NOW + 1),
    ])
    expect(await store.newest()).toBe(NOW + 9)
  })
})
