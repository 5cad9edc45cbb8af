import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { noSums, type FleetGroup } from '../../../domain/fleet/fleet-group.ts'
import { runMigrations } from '../migrate.ts'
import { readMigrations } from '../../migrations.ts'
import { openDatabase } from '../open.ts'
import { packGroups, unpackGroups } from '../../telemetry/fleet-pack.ts'
import { FleetSamples } from './fleet-samples.ts'

/** A midnight, UTC. */
const DAY = 1_699_920_000
let folder: string
let db: Database.Database
let samples: FleetSamples

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pulsekey-fleet-'))
  db = openDatabase(join(folder, 'telemetry.db'))
  runMigrations(db, readMigrations(join(import.meta.dirname, '../../../../drizzle/telemetry')), DAY)
  samples = new FleetSamples(db)
})
afterEach(() => {
  db.close()
  rmSync(folder, { recursive: true })
})

const group = (change: Partial<FleetGroup> = {}): FleetGroup => ({
  app: 1,
  agent: 0,
  currency: 'USD',
  ...noSums(),
  accounts: 1,
  ...change,
})
const curve = (from: number, to: number, change: object = {}) =>
  samples.curve({ from, to, points: 500, apps: [1, 2], ...change }, to)
const rows = () => db.prepare('SELECT count(*) FROM fleet_samples').pluck().get()

describe('a packed group', () => {
  it('keeps its sums exactly, also very large and negative ones', () => {
    const groups = [
      group({ app: 9_007_199_254_740_991, agent: -1, currency: '', online: 300, floating: -0.1 }),
      group({ currency: '人民币', equity: 1e300, balance: 0.1 + 0.2, positions: 2 ** 40, paused: 127 }),
    ]
    expect([...unpackGroups(packGroups(groups))]).toEqual(groups)
  })

  it('takes less than 45 bytes', () => {
    const groups = Array.from({ length: 300 }, (_, i) =>
      group({ agent: 1000 + i, accounts: 5000, equity: 1.5 }),
    )
    expect(packGroups(groups).length).toBeLessThan(300 * 45)
  })
})

describe('the curve of the fleet', () => {
  it('has the sums of each minute, by currency', () => {
    samples.append({
      at: DAY,
      groups: [group({ equity: 10 }), group({ app: 2, equity: 5 }), group({ currency: 'CNY' })],
    })
    samples.append({ at: DAY + 60, groups: [group({ equity: 20 })] })
    const { seconds, points } = curve(DAY, DAY + 120)
    expect(seconds).toBe(60)
    expect(
      points.map(({ at, currency, accounts, equity }) => [at - DAY, currency, accounts, equity]),
    ).toEqual([
      [0, 'USD', 2, 15],
      [0, 'CNY', 1, 0],
      [60, 'USD', 1, 20],
    ])
  })

  it('leaves out other applications, agents and currencies', () => {
    samples.append({
      at: DAY,
      groups: [
        group({ app: 3, equity: 1 }),
        group({ agent: 7, equity: 2 }),
        group({ agent: 8, currency: 'CNY', equity: 4 }),
      ],
    })
    const equities = (change: object) => curve(DAY, DAY, change).points.map(({ equity }) => equity)
    expect(equities({})).toEqual([2, 4])
    expect(equities({ agents: [7] })).toEqual([2])
    expect(equities({ currency: 'CNY' })).toEqual([4])
    expect(equities({ apps: [] })).toEqual([])
  })

  it('shows a step as its last sums, with the mean of the accounts online', () => {
    for (const [minute, online] of [10, 20, 60].entries())
      samples.append({ at: DAY + 60 * minute, groups: [group({ online, accounts: 60 + minute })] })
    samples.append({ at: DAY + 600, groups: [group({ online: 1, accounts: 99 })] })
    const { seconds, points } = curve(DAY, DAY + 86_400, { points: 144 })
    expect(seconds).toBe(600)
    expect(points).toMatchObject([
      { at: DAY, online: 30, accounts: 62 },
      { at: DAY + 600, online: 1, accounts: 99 },
    ])
  })

  it('counts an account that moves to another agent once in the mean', () => {
    samples.append({ at: DAY, groups: [group({ agent: 7, online: 2, accounts: 2 })] })
    samples.append({ at: DAY + 60, groups: [group({ agent: 8, online: 2, accounts: 2 })] })
    const span = [DAY, DAY + 86_400, { points: 24 }] as const
    expect(curve(...span).points).toMatchObject([{ online: 2, accounts: 2 }])
    expect(curve(span[0], span[1], { points: 24, agents: [7] }).points).toMatchObject([
      { online: 1, accounts: 0 },
    ])
  })

  it('has no points for a time without samples', () => {
    samples.append({ at: DAY, groups: [group()] })
    samples.append({ at: DAY + 7200, groups: [group()] })
    expect(curve(DAY, DAY + 7200).points.map(({ at }) => at - DAY)).toEqual([0, 7200])
  })

  it('joins steps until they are few enough', () => {
    for (let minute = 0; minute < 90; minute++)
      samples.append({ at: DAY + 60 * minute, groups: [group({ online: minute })] })
    // Minutes are too many, and ten minutes are the finest step that fits.
    const { points, seconds } = curve(DAY, DAY + 5400, { points: 9 })
    expect([seconds, points.length, points[0]!.online]).toEqual([600, 9, 5])
    // The longest step is a day, so ten years in five points join 730 days.
    expect(curve(DAY - 3650 * 86_400, DAY, { points: 5 }).seconds).toBe(730 * 86_400)
  })

  it('forgets each step after its time, so that the number of rows has a limit', () => {
    samples.append({ at: DAY, groups: [group()] })
    expect(rows()).toBe(4)
    for (const [days, left] of [
      [2, 4],
      [3, 3],
      [22, 2],
      [366, 1],
      [3651, 0],
    ] as const) {
      samples.forgetOld(DAY + days * 86_400)
      expect(rows(), `${days} days`).toBe(left)
    }
  })
})
