import type Database from 'better-sqlite3'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { NO_MORE_FIGURES } from '../../../../tests/support/no-more-figures.ts'
import { SEED } from '../../../../tests/support/seed.ts'
import { createRandom } from '../../../../tests/simulator/random.ts'
import { PulseBatch } from '../../pulse-batch.ts'
import { prepareDatabase } from '../prepare-database.ts'
import { TelemetryDatabase } from './database.ts'

const DAY = 86_400
/** The beginning of a span of four hours and of a day. */
const BEGIN = 1_699_920_000
const ACCOUNTS = 40
const MIGRATIONS = join(import.meta.dirname, '../../../../drizzle/telemetry')

let folder: string
let db: Database.Database
let telemetry: TelemetryDatabase
let now: number

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pulsekey-keeping-'))
  db = await prepareDatabase(join(folder, 'telemetry.db'), MIGRATIONS, BEGIN)
  telemetry = new TelemetryDatabase(db, BEGIN)
  now = BEGIN
})
afterEach(() => {
  db.close()
  rmSync(folder, { recursive: true })
})

const cents = (amount: number) => Math.round(amount * 100) / 100

/** All accounts trade, with a pulse in each step of so many seconds. */
function trade(to: number, every: number): void {
  const random = createRandom(SEED, 'keeping')
  const equities = new Float64Array(ACCOUNTS).fill(10_000)
  for (; now < to; now += every) {
    const batch = new PulseBatch()
    for (let index = 0; index < ACCOUNTS; index++) {
      const equity = cents((equities[index] ?? 0) + random.normal() * 12)
      equities[index] = equity
      batch.add({
        ...{
          deviceId: index + 1,
          at: now,
          equity,
          balance: 10_000,
          dd: cents(Math.max(0, (10_000 - equity) / 100)),
        },
        ...{ positions: random.below(5), buyPos: 1, sellPos: 1, floatPnl: cents(equity - 10_000) },
        ...{
          marginLevel: cents(200 + random.next() * 300),
          interval: 10.2,
          symbol: 'XAUUSD',
          ip: '192.0.2.1',
        },
        ...NO_MORE_FIGURES,
      })
    }
    telemetry.append(batch.packed(), 0)
    telemetry.tend(now)
  }
}

function finish(): void {
  telemetry.tend(now)
  while (telemetry.work(now));
}

const rows = (table: string) => db.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get()!
const history = (from: number, points: number, deviceId = 7) =>
  telemetry.history({ deviceId, from, to: now, points }, from).points

it('a step of history takes at most 35 bytes of the file', () => {
  const empty = telemetry.keeping.used
  trade(BEGIN + DAY + 600, 60)
  finish()
  const steps = history(BEGIN, 2000).length * ACCOUNTS
  expect(steps).toBeGreaterThan(1440 * ACCOUNTS)
  expect((telemetry.keeping.used - empty) / steps).toBeLessThan(35)
})

it('forgets each length of steps after its time, and keeps the longer ones', () => {
  trade(BEGIN + 40 * DAY, 3600)
  finish()
  const [minutes, all] = [history(now - 3 * DAY, 100_000).length, rows('step_chunks')]
  telemetry.keeping.forgetOld(now)
  finish()
  expect(rows('step_chunks')).toBeLessThan(all)
  // Minutes of two days, in pieces of four hours, and the day that longer steps still need.
  const left = telemetry.history(
    { deviceId: 7, from: now - 3 * DAY, to: now, points: 100_000 },
    now - 2 * DAY,
  )
  expect(left.seconds).toBe(60)
  expect(left.points.length).toBeLessThan(minutes)
  expect(left.points[0]?.at).toBeGreaterThan(now - 2 * DAY - 4 * 3600 - 3600)
  expect(history(now - 21 * DAY, 3100)).toHaveLength(21 * 24)
  expect(history(BEGIN, 960)).toHaveLength(40 * 24)
  expect(history(BEGIN, 40)).toHaveLength(40)
})

it('knows its growth of a day after an hour', () => {
  trade(BEGIN + 3000, 60)
  expect(telemetry.keeping.usage(now)).toEqual({ used: telemetry.keeping.used, perDay: null, limit: null })
  trade(BEGIN + 3 * 3600, 60)
  telemetry.keeping.keepWithin(5e9)
  const { used, perDay, limit } = telemetry.keeping.usage(now)
  expect(limit).toBe(5e9)
  // Seven times as much in a day as in about three hours.
  expect(perDay).toBeGreaterThan(used)
  expect(perDay).toBeLessThan(used * 9)
})

it('a limit of the size drops the oldest of the finest steps first, and keeps days and latest pulses', () => {
  trade(BEGIN + 20 * DAY, 1200)
  finish()
  const full = telemetry.keeping.used
  const minutes = history(BEGIN, 100_000).length
  telemetry.keeping.keepWithin(full * 0.8)
  finish()
  expect(telemetry.keeping.used).toBeLessThanOrEqual(full * 0.8)
  const left = history(BEGIN, 100_000)
  expect(left.length).toBeLessThan(minutes)
  expect(left.length).toBeGreaterThan(0)
  expect(left.at(-1)?.at).toBe(now - 1200 - ((now - 1200) % 60))
  // Nothing coarser was touched.
  expect(history(BEGIN, 2880)).toHaveLength(20 * 72)
  telemetry.keeping.keepWithin(1)
  finish()
  expect(history(BEGIN, 20)).toHaveLength(20)
  expect(telemetry.latest(0).pulses.count).toBe(ACCOUNTS)
  expect(telemetry.days(7, 0, Infinity)).toHaveLength(20)
})
