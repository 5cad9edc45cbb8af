import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SEED } from '../../../../tests/support/seed.ts'
import { DaysModel, figuresOf } from '../../../../tests/support/telemetry/days-model.ts'
import { PulseWorld } from '../../../../tests/support/telemetry/pulse-world.ts'
import { createRandom } from '../../../../tests/simulator/random.ts'
import { PulseBatch, unpackLatest } from '../../pulse-batch.ts'
import { prepareDatabase } from '../prepare-database.ts'
import { openDatabase } from '../open.ts'
import { TelemetryDatabase } from './database.ts'

const DAY = 86_400
const MIGRATIONS = join(import.meta.dirname, '../../../../drizzle/telemetry')
/** A midnight in UTC, some days before the end of a span of 16 days. */
const BEGIN = 1_699_920_000
const END = BEGIN + 8 * DAY + 5000
const IDS = [7, 8, 127, 128, 4000]

/**
 * A file whose thread ends at any moment, in the middle of all work in the background: what it had in memory is gone, and
 * what it committed stays.
 */
let folder: string
let telemetry: TelemetryDatabase
const model = new DaysModel(0)
let crashes = 0

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pulsekey-crashes-'))
  const file = join(folder, 'telemetry.db')
  let db = await prepareDatabase(file, MIGRATIONS, BEGIN)
  telemetry = new TelemetryDatabase(db, BEGIN)
  const random = createRandom(SEED, 'crashes')
  const world = new PulseWorld(() => random.next(), IDS, BEGIN)
  while (world.at < END) {
    const batch = new PulseBatch()
    for (const one of world.play(Math.min(END, world.at + 1500), 311)) {
      model.add(one)
      batch.add(one.pulse)
    }
    telemetry.append(batch.packed(), 0)
    if (random.chance(0.7)) telemetry.tend(world.at)
    else for (let left = random.below(4); left > 0; left--) telemetry.work(world.at)
    if (!random.chance(0.04)) continue
    crashes++
    db.close()
    db = openDatabase(file)
    telemetry = new TelemetryDatabase(db, world.at)
  }
}, 60_000)
afterAll(() => {
  telemetry.close()
  rmSync(folder, { recursive: true })
  console.log(`TEST_SEED=${SEED}`)
})

const near = (value: number) => expect.closeTo(value, 5) as number

describe('after many crashes', () => {
  it.each([
    [60, END - 5 * DAY, 100_000],
    [600, BEGIN, 3600],
    [3600, BEGIN, 600],
    [DAY, BEGIN, 30],
  ])('the history in steps of %d s equals a recount of all pulses', (seconds, from, points) => {
    expect(crashes).toBeGreaterThan(5)
    for (const deviceId of IDS) {
      const history = telemetry.history({ deviceId, from, to: END, points }, from)
      const steps = model.steps(deviceId, seconds, from, END)
      expect(history.seconds).toBe(seconds)
      expect(history.points.map(({ at }) => at)).toEqual([...steps.keys()])
      for (const point of history.points) {
        const expected = figuresOf(steps.get(point.at)!)
        expect(point).toMatchObject({
          ...expected,
          deposits: near(expected.deposits),
          withdrawals: near(expected.withdrawals),
        })
      }
    }
  })

  it('the days equal a recount of all pulses', () => {
    for (const deviceId of IDS) {
      const days = telemetry.days(deviceId, 0, Math.floor(END / DAY))
      expect(days).toEqual(
        model.days(deviceId, BEGIN, END).map((day) => ({
          ...day,
          day: day.day / DAY,
          deposits: near(day.deposits),
          withdrawals: near(day.withdrawals),
        })),
      )
    }
  })

  it('the latest pulses are the last ones', () => {
    const latest = new Map(unpackLatest(telemetry.latest(0).pulses).map((pulse) => [pulse.deviceId, pulse]))
    for (const id of IDS)
      expect(latest.get(id)).toEqual([...model.steps(id, DAY, 0, END)].at(-1)![1].at(-1)!.pulse)
  })
})
