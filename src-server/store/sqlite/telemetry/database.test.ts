import type Database from 'better-sqlite3'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { PulseBatch, unpackLatest } from '../../pulse-batch.ts'
import type { LatestPulse } from '../../latest-pulse.ts'
import { runMigrations } from '../migrate.ts'
import { readMigrations } from '../../migrations.ts'
import { openDatabase } from '../open.ts'
import { TelemetryDatabase } from './database.ts'
import { NO_MORE_FIGURES } from '../../../../tests/support/no-more-figures.ts'

/** A full hour, UTC. */
const HOUR = 1_699_999_200
let folder: string
let db: Database.Database
let telemetry: TelemetryDatabase

function open(): void {
  db = openDatabase(join(folder, 'telemetry.db'))
  telemetry = new TelemetryDatabase(db, HOUR)
}
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pulsekey-telemetry-'))
  db = openDatabase(join(folder, 'telemetry.db'))
  runMigrations(db, readMigrations(join(import.meta.dirname, '../../../../drizzle/telemetry')), HOUR)
  telemetry = new TelemetryDatabase(db, HOUR)
})
afterEach(() => {
  if (db.open) telemetry.close()
  rmSync(folder, { recursive: true })
})

function pulse(at: number, equity: number, change: Partial<LatestPulse> = {}): LatestPulse {
  return {
    deviceId: 1,
    at,
    equity,
    balance: 1000,
    dd: 2.5,
    positions: 3,
    buyPos: 2,
    sellPos: 1,
    floatPnl: -4.5,
    marginLevel: NaN,
    interval: 10,
    symbol: 'XAUUSD+',
    ip: '192.0.2.1',
    ...NO_MORE_FIGURES,
    ...change,
  }
}

function append(pulses: readonly LatestPulse[]): void {
  const batch = new PulseBatch()
  for (const one of pulses) batch.add(one)
  telemetry.append(batch.packed(), 0)
}

const latest = () => unpackLatest(telemetry.latest(0).pulses)

const history = (from: number, to: number, points = 500, deviceId = 1) =>
  telemetry.history({ deviceId, from, to, points }, to).points

/** Ends all work in the background. */
function finish(now: number): void {
  telemetry.tend(now)
  while (telemetry.work(now));
}

function forget(now: number): void {
  finish(now)
  telemetry.keeping.forgetOld(now)
  finish(now)
}

describe('latest', () => {
  it('is the last pulse of each account, missing values included', () => {
    append([pulse(HOUR, 1), pulse(HOUR + 1, 2, { deviceId: 2 }), pulse(HOUR + 2, 3)])
    append([pulse(HOUR + 3, NaN, { deviceId: 2 })])
    expect(latest()).toEqual([pulse(HOUR + 2, 3), pulse(HOUR + 3, NaN, { deviceId: 2 })])
  })

  it('survives closing the file', () => {
    append([pulse(HOUR, 1)])
    telemetry.close()
    open()
    expect(latest()).toEqual([pulse(HOUR, 1)])
  })
})

describe('history', () => {
  it('holds the ended minutes and the running one', () => {
    append([pulse(HOUR, 100), pulse(HOUR + 30, 90), pulse(HOUR + 60, 95), pulse(HOUR + 61, 97)])
    expect(history(HOUR, HOUR + 120)).toMatchObject([
      { at: HOUR, equityMin: 90, equityMax: 100, equity: 90 },
      { at: HOUR + 60, equityMin: 95, equityMax: 97, equity: 97 },
    ])
  })

  it('is empty for another account and another time', () => {
    append([pulse(HOUR, 100), pulse(HOUR + 60, 90)])
    expect(history(HOUR, HOUR + 120, 500, 2)).toEqual([])
    expect(history(HOUR + 600, HOUR + 1200)).toEqual([])
  })

  it('a minute continued after it was written stays one minute', () => {
    append([pulse(HOUR, 100)])
    telemetry.tend(HOUR + 240)
    append([pulse(HOUR + 59, 50), pulse(HOUR + 60, 70)])
    expect(history(HOUR, HOUR + 59)).toMatchObject([{ at: HOUR, equityMin: 50, equityMax: 100, equity: 50 }])
  })

  it('closing the file loses nothing', () => {
    append([pulse(HOUR, 100), pulse(HOUR + 5, 80)])
    telemetry.close()
    open()
    expect(history(HOUR, HOUR + 60)).toMatchObject([{ at: HOUR, equityMin: 80, equityMax: 100 }])
  })

  it('coarser steps bound the finer ones, the running minute included', () => {
    const equities = Array.from({ length: 120 }, (_, minute) => 1000 + ((minute * 37) % 101))
    append(equities.map((equity, minute) => pulse(HOUR + minute * 60, equity, { dd: minute })))
    const hours = history(HOUR, HOUR + 7199, 2)
    expect(hours).toHaveLength(2)
    hours.forEach((step, hour) => {
      const of = equities.slice(hour * 60, hour * 60 + 60)
      expect(step).toMatchObject({
        at: HOUR + hour * 3600,
        equityMin: Math.min(...of),
        equityMax: Math.max(...of),
        equity: of.at(-1),
        ddMax: hour * 60 + 59,
      })
    })
  })

  it('keeps the lowest margin level of a step, also when a written minute goes on', () => {
    append([pulse(HOUR, 100, { marginLevel: 200 })])
    telemetry.tend(HOUR + 240)
    append([pulse(HOUR + 59, 100, { marginLevel: 90 }), pulse(HOUR + 60, 100, { marginLevel: 400 })])
    expect(history(HOUR, HOUR + 60)).toMatchObject([{ marginMin: 90 }, { marginMin: 400 }])
    expect(history(HOUR, HOUR + 7199, 1)).toMatchObject([{ marginMin: 90 }])
  })

  it('never returns more points than requested, and loses no extreme', () => {
    const equities = Array.from({ length: 90 }, (_, minute) =>
      minute === 41 ? 1 : minute === 67 ? 9999 : 500,
    )
    append(equities.map((equity, minute) => pulse(HOUR + minute * 60, equity)))
    for (const points of [1, 2, 7, 10, 90]) {
      const rows = history(HOUR, HOUR + 5400, points)
      expect(rows.length).toBeGreaterThan(0)
      expect(rows.length).toBeLessThanOrEqual(points)
      expect(Math.min(...rows.map((row) => row.equityMin ?? NaN))).toBe(1)
      expect(Math.max(...rows.map((row) => row.equityMax ?? NaN))).toBe(9999)
    }
  })

  it('says how long a step is, also after neighbours were merged', () => {
    append(Array.from({ length: 90 }, (_, minute) => pulse(HOUR + minute * 60, 500)))
    const secondsOf = (to: number, points: number) =>
      telemetry.history({ deviceId: 1, from: HOUR, to, points }, to).seconds
    expect(secondsOf(HOUR + 5400, 90)).toBe(60)
    expect(secondsOf(HOUR + 5400, 9)).toBe(600)
    expect(secondsOf(HOUR + 10 * 86_400, 2000)).toBe(600)
    expect(secondsOf(HOUR + 86_400 * 40, 1000)).toBe(3600)
    append([pulse(HOUR + 86_400, 500)])
    // One point for two days: both are one step.
    expect(secondsOf(HOUR + 86_400 * 2, 1)).toBe(2 * 86_400)
  })

  it('forgets minutes after two days, and keeps the coarser steps', () => {
    append([pulse(HOUR, 100), pulse(HOUR + 60, 100)])
    // Minutes are kept in pieces of four hours.
    const later = HOUR + 2 * 86_400 + 4 * 3600
    append([pulse(later, 200), pulse(later + 60, 200)])
    forget(later)
    const of = (seconds: number, points: number) =>
      telemetry
        .history({ deviceId: 1, from: HOUR - seconds, to: later, points }, HOUR)
        .points.map(({ at }) => at)
    expect(of(0, 100_000)).toEqual([later])
    expect(of(600, 2000)).toEqual([HOUR, later])
    expect(of(3600, 60)).toEqual([HOUR, later])
    expect(of(86_400, 4)).toEqual([HOUR - (HOUR % 86_400), later - (later % 86_400)])
  })

  it('forgets the texts of programs that fell silent half a year ago', () => {
    const program = { currency: 'USD', version: '1', magic: '', accountName: 'Zhang San' }
    const batch = new PulseBatch()
    batch.add(pulse(HOUR, 1, { deviceId: 1, program }), true)
    batch.add(pulse(HOUR + 86_400, 1, { deviceId: 2, program }), true)
    telemetry.append(batch.packed(), 0)
    const known = () => latest().map((one) => [one.deviceId, one.program])
    expect(known()).toEqual([
      [1, program],
      [2, program],
    ])
    forget(HOUR + 180 * 86_400 + 1)
    expect(known()).toEqual([
      [1, undefined],
      [2, program],
    ])
  })
})
