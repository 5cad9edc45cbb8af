import { join, resolve } from 'node:path'
import { openDatabase } from '../../../src-server/store/sqlite/open.ts'
import { prepareDatabase } from '../../../src-server/store/sqlite/prepare-database.ts'
import { TelemetryDatabase } from '../../../src-server/store/sqlite/telemetry/database.ts'
import { PulseBatch, unpackLatest } from '../../../src-server/store/pulse-batch.ts'
import { createRandom } from '../../simulator/random.ts'
import { cents, fleetPulse } from '../fleet/fleet-pulse.ts'
import { atMost } from '../report/goals.ts'
import { median } from '../report/statistics.ts'
import type { Part, PartContext } from './part.ts'

const MIGRATIONS = resolve(import.meta.dirname, '../../../drizzle/telemetry')
const FLEETS = [1000, 100_000, 1_000_000]
/** The pulses of a quarter of a second at 20,000 a second. */
const BATCH = 5000
/** A second of the clock has four batches. The first round of stored pages warms up. */
const SECONDS = 240
const WARM_UP = 120
const BEGIN = 1_699_920_000
const DAY = 86_400

/** The processor time that work takes, milliseconds. */
function took(work: () => void): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

interface Fleet {
  readonly microsPerPulse: number
  /** Processor time, milliseconds. */
  readonly worstBatch: number
  readonly load: number
}

/** The telemetry thread's work for a fleet: batches, the work beside them, and a start. */
async function measureFleet(folder: string, accounts: number): Promise<Fleet> {
  const file = join(folder, 'telemetry.db')
  let db = await prepareDatabase(file, MIGRATIONS, BEGIN)
  let telemetry = new TelemetryDatabase(db, BEGIN)
  const random = createRandom(1, 'telemetry')
  const equities = new Float64Array(accounts).fill(10_000)
  const times: number[] = []
  let next = 0
  // Each account pulses at least once before the measurement.
  const seconds = Math.max(SECONDS, WARM_UP + accounts / BATCH / 2)
  for (let quarter = 0; quarter < seconds * 4; quarter++) {
    const at = BEGIN + Math.floor(quarter / 4)
    const batch = new PulseBatch(BATCH)
    for (let index = 0; index < BATCH; index++, next = (next + 1) % accounts) {
      const equity = cents((equities[next] ?? 0) + (random.next() - 0.5) * 20)
      equities[next] = equity
      batch.add(fleetPulse(next + 1, at, equity, cents(random.next() * 1000)))
    }
    const packed = batch.packed()
    const time = took(() => {
      telemetry.append(packed, 0)
      telemetry.tend(at)
    })
    if (quarter >= WARM_UP * 4) times.push(time)
  }
  telemetry.close()
  db = openDatabase(file)
  const load = took(() => {
    telemetry = new TelemetryDatabase(db, BEGIN)
    for (let after: number | null = 0; after !== null;) {
      const found = telemetry.latest(after)
      unpackLatest(found.pulses)
      after = found.next
    }
  })
  telemetry.close()
  const sum = times.reduce((total, time) => total + time, 0)
  return { microsPerPulse: (sum * 1000) / (times.length * BATCH), worstBatch: Math.max(...times), load }
}

/** The year of one account of a page whose accounts all pulse, in steps of an hour and in days, and the bytes of a step. */
async function measureYear(folder: string): Promise<{ hours: number; days: number; bytes: number }> {
  const db = await prepareDatabase(join(folder, 'telemetry.db'), MIGRATIONS, BEGIN)
  const telemetry = new TelemetryDatabase(db, BEGIN)
  telemetry.keeping.keepHours(400 * DAY)
  const random = createRandom(1, 'year')
  const finish = (now: number) => {
    telemetry.tend(now)
    while (telemetry.work(now));
  }
  let at = BEGIN
  const trade = (to: number, every: number) => {
    for (; at < to; at += every) {
      const batch = new PulseBatch()
      for (let id = 1; id <= 120; id++)
        batch.add(fleetPulse(id, at, cents(10_000 + random.normal() * 300), cents(random.next() * 1000)))
      telemetry.append(batch.packed(), 0)
      telemetry.tend(at)
    }
    finish(at)
  }
  const before = telemetry.keeping.used
  trade(BEGIN + DAY, 60)
  const bytes = (telemetry.keeping.used - before) / (120 * 1440)
  trade(BEGIN + 366 * DAY, 3600)
  telemetry.keeping.forgetOld(at)
  finish(at)
  const read = (points: number) =>
    median(
      [1, 2, 3, 4, 5].map((deviceId) =>
        took(() => telemetry.history({ deviceId, from: at - 365 * DAY, to: at, points }, at)),
      ),
    )
  const found = { hours: read(9000), days: read(500), bytes }
  telemetry.close()
  return found
}

/** The telemetry thread's share, by the number of accounts, in processor time: a busy machine can only add. */
async function run({ makeDataDir, progress, print }: PartContext) {
  const fleets: Fleet[] = []
  for (const accounts of FLEETS) {
    progress(`telemetry of ${accounts} accounts`)
    fleets.push(await measureFleet(makeDataDir(), accounts))
  }
  progress('a year of history')
  const year = await measureYear(makeDataDir())
  print('\nThe telemetry thread, 20,000 pulses a second')
  fleets.forEach(({ microsPerPulse, worstBatch, load }, index) => {
    print(
      `${String(FLEETS[index]).padStart(9)} accounts: ${microsPerPulse.toFixed(2)} us a pulse, ` +
        `worst batch ${worstBatch.toFixed(0)} ms, start ${(load / 1000).toFixed(2)} s`,
    )
  })
  print(`a year: ${year.hours.toFixed(1)} ms by hour, ${year.days.toFixed(1)} ms by day`)
  print(`a step: ${year.bytes.toFixed(1)} bytes`)
  return {
    results: [],
    goals: [
      atMost(
        'worst batch of the telemetry thread, ms',
        Math.max(...fleets.map((one) => one.worstBatch)),
        100,
      ),
      atMost('start of the telemetry of a million accounts, s', (fleets[2]?.load ?? NaN) / 1000, 10),
      atMost('history of a year of an account, ms', Math.max(year.hours, year.days), 50),
      atMost('bytes of a step of history', year.bytes, 35),
    ],
  }
}

export const telemetryPart: Part = { name: 'telemetry', run }
