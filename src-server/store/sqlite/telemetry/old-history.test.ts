import type Database from 'better-sqlite3'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SEED } from '../../../../tests/support/seed.ts'
import { DaysModel, figuresOf } from '../../../../tests/support/telemetry/days-model.ts'
import { PulseWorld } from '../../../../tests/support/telemetry/pulse-world.ts'
import { createRandom } from '../../../../tests/simulator/random.ts'
import type { LatestPulse } from '../../latest-pulse.ts'
import { PulseBatch, unpackLatest } from '../../pulse-batch.ts'
import { runMigrations } from '../migrate.ts'
import { readMigrations } from '../../migrations.ts'
import { openDatabase } from '../open.ts'
import { TelemetryDatabase } from './database.ts'

const DAY = 86_400
const MIGRATIONS = readMigrations(join(import.meta.dirname, '../../../../drizzle/telemetry'))
const BEGIN = 1_699_920_000
/** The server of 0.1.0 ends in the middle of a day. */
const UPGRADE = BEGIN + 25 * DAY + 40_000
const END = UPGRADE + 2 * DAY
const IDS = [3, 130]
/** The steps of that layout, and how long it kept them. */
const TIERS = [
  [60, 2 * DAY],
  [600, 21 * DAY],
  [3600, 180 * DAY],
  [DAY, 3650 * DAY],
] as const

let folder: string
let db: Database.Database
let telemetry: TelemetryDatabase
const model = new DaysModel(0)
const random = createRandom(SEED, 'old')
const world = new PulseWorld(() => random.next(), IDS, BEGIN)

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pulsekey-old-'))
  db = openDatabase(join(folder, 'telemetry.db'))
  runMigrations(db, MIGRATIONS.slice(0, 1), BEGIN)
  // The layout before knew no payments.
  for (const { pulse } of world.play(UPGRADE, 997)) model.add({ pulse, paid: 0 })
  for (const id of IDS) writeOld(id)
  runMigrations(db, MIGRATIONS.slice(1), UPGRADE)
  telemetry = new TelemetryDatabase(db, UPGRADE)
})
afterAll(() => {
  db.close()
  rmSync(folder, { recursive: true })
  console.log(`TEST_SEED=${SEED}`)
})

const orNull = (value: number) => (Number.isNaN(value) ? null : value)

function lastPulse(id: number): LatestPulse {
  return [...model.steps(id, DAY, 0, END)].at(-1)![1].at(-1)!.pulse
}

/** An account's rows as 0.1.0 left them. */
function writeOld(id: number): void {
  const insert = db.prepare(
    'INSERT INTO history (device_id, tier, at, equity_min, equity_max, equity, balance, dd_max, positions) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
  )
  db.transaction(() => {
    for (const [tier, keep] of TIERS)
      for (const [at, pulses] of model.steps(id, tier, UPGRADE - keep, UPGRADE)) {
        const { equityMin, equityMax, equity, balance, ddMax, positions } = figuresOf(pulses)
        insert.run(id, tier, at, equityMin, equityMax, equity, balance, ddMax, positions)
      }
  })()
  const pulse = lastPulse(id)
  db.prepare(
    `INSERT INTO latest (device_id, at, equity, balance, dd, positions, float_pnl, margin_level, interval, symbol, ip)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    ...[id, pulse.at, orNull(pulse.equity), pulse.balance, pulse.dd, pulse.positions],
    ...[pulse.floatPnl, pulse.marginLevel, pulse.interval, pulse.symbol, pulse.ip],
  )
}

function expectWhole(now: number): void {
  for (const deviceId of IDS)
    for (const [seconds, keep] of TIERS) {
      const from = Math.max(BEGIN, now - keep)
      const begin = from - (from % seconds) + seconds
      const points = Math.ceil((now - begin) / seconds)
      const history = telemetry.history({ deviceId, from: begin, to: now, points }, now)
      expect(history.seconds).toBe(seconds)
      const steps = [...model.steps(deviceId, seconds, begin, now)]
      expect(history.points.map(({ at }) => at)).toEqual(steps.map(([at]) => at))
      history.points.forEach((point, index) => {
        const { equityMin, equityMax, equity, balance, ddMax, positions } = figuresOf(steps[index]![1])
        expect(point).toMatchObject({ equityMin, equityMax, equity, balance, ddMax, positions })
      })
    }
}

const daysOf = (deviceId: number) =>
  telemetry.days(deviceId, 0, Math.floor(END / DAY)).map(({ day, equityFirst, equity, equityMin }) => ({
    day: day * DAY,
    equityFirst,
    equity,
    equityMin,
  }))

function finish(now: number): void {
  telemetry.tend(now)
  while (telemetry.work(now));
}

it('reads a file of 0.1.0 at once, with its latest pulses', () => {
  expectWhole(UPGRADE)
  const latest = unpackLatest(telemetry.latest(0).pulses)
  expect(latest).toEqual(IDS.map((id) => ({ ...lastPulse(id), buyPos: NaN, sellPos: NaN })))
})

it('loses nothing while accounts move to the new layout, with a restart in between', () => {
  expect(telemetry.work(UPGRADE)).toBe(true)
  expectWhole(UPGRADE)
  telemetry = new TelemetryDatabase(db, UPGRADE)
  finish(UPGRADE)
  expect(db.prepare('SELECT count(*) FROM history').pluck().get()).toBe(0)
  expectWhole(UPGRADE)
})

it('goes on where the layout before ended', () => {
  while (world.at < END) {
    const batch = new PulseBatch()
    for (const one of world.play(Math.min(END, world.at + 2000), 503)) {
      model.add(one)
      batch.add(one.pulse)
    }
    telemetry.append(batch.packed(), 0)
    telemetry.tend(world.at)
  }
  finish(END)
  expectWhole(END)
})

it('has the days of the layout before, without a gap', () => {
  // The first equity of the first day is in no step.
  for (const id of IDS)
    expect(daysOf(id).slice(1)).toEqual(
      model
        .days(id, BEGIN, END)
        .slice(1)
        .map(({ day, equityFirst, equity, equityMin }) => ({ day, equityFirst, equity, equityMin })),
    )
})

it('keeps the part of the running day that the layout before had, also after a crash', () => {
  const file = openDatabase(join(folder, 'crashed.db'))
  runMigrations(file, MIGRATIONS.slice(0, 1), BEGIN)
  file
    .prepare(
      'INSERT INTO history (device_id, tier, at, equity_min, equity_max, equity) VALUES (3, 3600, ?, 50, 150, 100)',
    )
    .run(BEGIN)
  file
    .prepare('INSERT INTO latest (device_id, at, equity, interval, symbol, ip) VALUES (3, ?, 100, 5, ?, ?)')
    .run(BEGIN, '', '')
  runMigrations(file, MIGRATIONS.slice(1), BEGIN)
  const before = new TelemetryDatabase(file, BEGIN)
  const batch = new PulseBatch()
  batch.add({ ...lastPulse(3), at: BEGIN + 7200, equity: 100 })
  before.append(batch.packed(), 0)
  // The page is stored, and then the account moves.
  before.tend(BEGIN + 7400)
  expect(file.prepare('SELECT count(*) FROM history').pluck().get()).toBe(0)
  const bounds = { equityMin: 50, equityMax: 150 }
  const day = BEGIN / DAY
  expect(before.days(3, day, day)).toMatchObject([bounds])
  const after = new TelemetryDatabase(file, BEGIN + 7400)
  expect(after.days(3, day, day)).toMatchObject([bounds])
  after.close()
})
