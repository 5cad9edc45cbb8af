import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { LatestPulse } from '../../../src-server/store/latest-pulse.ts'
import { AccountWriter } from '../../../src-server/store/postgres/telemetry/account-writer.ts'
import { CodeEvents } from '../../../src-server/store/postgres/telemetry/code-events.ts'
import { FleetSamples } from '../../../src-server/store/postgres/telemetry/fleet-samples.ts'
import { TelemetryPool } from '../../../src-server/store/postgres/telemetry/telemetry-pool.ts'
import { appendPulses, batchOf, latestPulses } from '../../support/telemetry/open-telemetry-store.ts'
import { withClient } from '../../support/postgres/with-client.ts'
import { makeTelemetryPlace, type TelemetryPlace } from './open-telemetry.ts'
import { plainPulse } from './plain-pulse.ts'

const HOUR = 3600
const DAY = 86_400
/** A midnight, UTC. */
const NOW = 1_699_920_000

let place: TelemetryPlace
let admin: pg.Client
beforeEach(async () => {
  place = await makeTelemetryPlace('PostgreSQL', () => 0)
  admin = new pg.Client(place.url)
  await admin.connect()
})
afterEach(async () => {
  await admin.end()
  await place.remove()
  expect(place.errors).toEqual([])
})

const pulse = (deviceId: number, at: number, balance: number) =>
  plainPulse(deviceId, at, { equity: balance, balance })

const packed = (pulses: readonly LatestPulse[]) => ({ pulses: batchOf(pulses).packed(), utcOffset: 0 })

const count = async (text: string) => {
  const { rows } = await admin.query<{ n: string }>(`SELECT count(*)::text AS n FROM ${text}`)
  return Number(rows[0]?.n)
}

describe('packed history', () => {
  it('has all minutes, ten minutes and hours, and loses old partitions', async () => {
    const store = await place.open(NOW)
    let at = NOW
    for (; at < NOW + 3.2 * DAY; at += 600)
      await appendPulses(store, [pulse(1, at, 1000), pulse(300, at, at)])
    const isPacked = async () => (await count('telemetry.turns WHERE NOT is_packing')) === 1
    await expect
      .poll(async () => {
        await appendPulses(store, [pulse(2, at, 1)])
        const days = await count(`telemetry.fold_progress WHERE level = 1 AND span = ${Math.floor(at / DAY)}`)
        return (await isPacked()) && days === 1
      })
      .toBe(true)
    expect(await count('telemetry.fresh_steps')).toBeLessThan(2 * 7 + 2)
    expect(await count('telemetry.ten_minutes WHERE device_id = 300')).toBe(3)
    const equities = async (from: number, points: number) => {
      const { points: found, seconds } = await store.history({ deviceId: 300, from, to: at - 1, points })
      return { seconds, found: found.map((point) => [point.at, point.equity]) }
    }
    const every = (from: number, seconds: number) =>
      Array.from({ length: Math.ceil((at - from) / seconds) }, (_, i) => from + i * seconds)
    // The time of each pulse is its equity, so a step has that of its last pulse.
    expect(await equities(NOW, 1000)).toEqual({
      seconds: 600,
      found: every(NOW, 600).map((start) => [start, start]),
    })
    expect(await equities(NOW, 100)).toEqual({
      seconds: 3600,
      found: every(NOW, HOUR).map((start) => [start, Math.min(start + 3000, at - 600)]),
    })
    // The time for hours makes forgetting due: two days of minutes stay, by whole partitions.
    store.keepHours(180 * DAY)
    await expect
      .poll(async () => {
        await appendPulses(store, [pulse(2, at, 1)])
        return count(`telemetry.minutes WHERE span < ${Math.floor((NOW + DAY) / HOUR)}`)
      })
      .toBe(0)
    expect(await count('telemetry.minutes')).toBeGreaterThan(48)
    await store.close()
  })
})

describe('a batch', () => {
  it('is stored once when it is tried again, and adds nothing to what another copy stored', async () => {
    const pool = new TelemetryPool({ url: place.url! }, () => undefined)
    const [a, b] = [1, 2].map((writer) => new AccountWriter(pool, writer, () => undefined)) as [
      AccountWriter,
      AccountWriter,
    ]
    const first = packed([pulse(1, NOW, 1000), pulse(1, NOW + 10, 5000)])
    await a.append(1, first)
    await a.append(1, first)
    await b.append(1, packed([pulse(1, NOW + 20, 6000)]))
    await a.append(2, packed([pulse(1, NOW + 30, 6000)]))
    await pool.end()
    const store = await place.open(NOW)
    const [day] = await store.days({ deviceId: 1, from: NOW, to: NOW })
    expect([day?.deposits, day?.withdrawals, day?.equity]).toEqual([5000, 0, 6000])
    await store.close()
  })

  it('of events or a sample of the fleet is stored once when it is tried again', async () => {
    const pool = new TelemetryPool({ url: place.url! }, () => undefined)
    const events = new CodeEvents(pool, 1)
    const fleet = new FleetSamples(pool, 1)
    const texts = { kind: 'login', markcode: 'PC-1', ip: '192.0.2.1', by: '', detail: '' } as const
    const batch = [{ codeId: 1, since: NOW, at: NOW, times: 2, ...texts }]
    for (const seq of [1, 1, 3, 3]) await events.append(seq, batch)
    for (const seq of [4, 4, 5]) await fleet.append(seq, { at: NOW, groups: [] })
    expect((await events.of(1)).map(({ times }) => times)).toEqual([4])
    const { rows } = await admin.query('SELECT DISTINCT samples FROM telemetry.fleet_samples')
    expect(rows).toEqual([{ samples: 2 }])
    await pool.end()
  })

  it('of events has the texts that the tables of codes have', async () => {
    const pool = new TelemetryPool({ url: place.url! }, () => undefined)
    const events = new CodeEvents(pool, 1)
    const texts = { kind: 'login', markcode: 'PC\0-\uD800', ip: '', by: '', detail: '' } as const
    await events.append(1, [{ codeId: 1, since: NOW, at: NOW, times: 1, ...texts }])
    expect((await events.of(1)).map(({ markcode }) => markcode)).toEqual(['PC\uFFFD-\uFFFD'])
    await pool.end()
  })

  it('that waited while another copy went on keeps the later figures, and counts in the bounds', async () => {
    const pool = new TelemetryPool({ url: place.url! }, () => undefined)
    const [a, b] = [1, 2].map((writer) => new AccountWriter(pool, writer, () => undefined)) as [
      AccountWriter,
      AccountWriter,
    ]
    await a.append(1, packed([pulse(1, NOW, 1000), pulse(2, NOW, 1000)]))
    await b.append(1, packed([pulse(1, NOW + 130, 3000)]))
    await a.append(2, packed([pulse(1, NOW + 70, 2500), pulse(1, NOW + 125, 200), pulse(2, NOW + 5, 900)]))
    await pool.end()
    const store = await place.open(NOW)
    const [day] = await store.days({ deviceId: 1, from: NOW, to: NOW })
    expect(day).toMatchObject({
      equity: 3000,
      equityMin: 200,
      equityMax: 3000,
      deposits: 2000,
      withdrawals: 0,
    })
    const { points } = await store.history({ deviceId: 1, from: NOW, to: NOW + 200, points: 10 })
    expect(points.map(({ at, equity, equityMin }) => [at - NOW, equity, equityMin])).toEqual([
      [0, 1000, 1000],
      [60, 2500, 2500],
      [120, 3000, 200],
    ])
    await store.close()
  })

  it('is stored although connections break, each pulse once', async () => {
    const store = await place.open(NOW)
    const waits: Promise<void>[] = []
    for (let round = 0; round < 30; round++) {
      // Each round pays 100 into each account.
      const pulses = Array.from({ length: 50 }, (_, id) =>
        pulse(id + 1, NOW + round * 10, 1000 + round * 100),
      )
      waits.push(appendPulses(store, pulses))
      if (round % 3 === 0)
        await admin.query(
          'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
        )
    }
    await Promise.all(waits)
    const days = await Promise.all([1, 50].map((deviceId) => store.days({ deviceId, from: NOW, to: NOW })))
    expect(days.flat().map(({ deposits, balance }) => [deposits, balance])).toEqual([
      [2900, 3900],
      [2900, 3900],
    ])
    await store.close()
  })

  it('of two copies at once for the same accounts waits for the other one', async () => {
    const stores = await Promise.all([place.open(NOW), place.open(NOW)])
    const ids = Array.from({ length: 2000 }, (_, i) => i + 1)
    for (let round = 0; round < 5; round++)
      await Promise.all(
        stores.map((store, copy) => {
          const at = NOW + round * 10 + copy
          return appendPulses(
            store,
            (copy === 0 ? ids : ids.toReversed()).map((id) => pulse(id, at, 1000)),
          )
        }),
      )
    // The first reading has the pulses from before those that its copy added.
    await latestPulses(stores[0])
    const latest = await latestPulses(stores[0])
    expect(latest).toHaveLength(2000)
    expect(latest.every(({ at }) => at === NOW + 41)).toBe(true)
    await Promise.all(stores.map((store) => store.close()))
  })
})

it.each(['22003', '57014'])(
  'an account whose row the database always refuses with %s costs no other account its pulses',
  async (code) => {
    await admin.query(`CREATE FUNCTION telemetry.refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        RAISE EXCEPTION 'refused' USING ERRCODE = '${code}'; END $$;
      CREATE TRIGGER refuse BEFORE INSERT ON telemetry.latest FOR EACH ROW WHEN (NEW.device_id = 3)
        EXECUTE FUNCTION telemetry.refuse()`)
    const store = await place.open(NOW)
    const all = [1, 2, 3, 4, 5]
    for (const at of [NOW, NOW + 10])
      await appendPulses(
        store,
        all.map((id) => pulse(id, at, 1000 + at - NOW)),
      )
    await store.close()
    const { rows } = await admin.query(
      'SELECT device_id AS id, at, version FROM telemetry.latest ORDER BY id',
    )
    expect(rows).toEqual([1, 2, 4, 5].map((id) => ({ id, at: NOW + 10, version: 2 })))
    const errors = (place.errors as string[]).splice(0)
    expect(errors).toHaveLength(2)
    for (const error of errors) expect(error).toMatch(/pulses of 1 account .*\(3\).*refused/)
  },
)

it('a batch whose statement took too long is stored by the next attempt', async () => {
  const store = await place.open(NOW)
  await appendPulses(store, [pulse(1, NOW, 1000)])
  await admin.query('BEGIN; SELECT FROM telemetry.latest FOR UPDATE')
  const appended = appendPulses(store, [pulse(1, NOW + 1, 2000)])
  const cancelled = () =>
    withClient(place.url ?? '', async (client) => {
      const { rowCount } = await client.query(
        `SELECT pg_cancel_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE 'INSERT INTO latest%'`,
      )
      return rowCount
    })
  // The database ends a statement at its time limit with the same code.
  await expect.poll(cancelled).toBe(1)
  await admin.query('ROLLBACK')
  await appended
  const [day] = await store.days({ deviceId: 1, from: NOW, to: NOW })
  expect([day?.balance, day?.deposits]).toEqual([2000, 1000])
  await store.close()
})
