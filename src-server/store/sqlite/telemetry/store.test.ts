import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ManualClock } from '../../../../tests/support/manual-clock.ts'
import { QUIET_LOG } from '../../../../tests/support/storage-watch.ts'
import { latestPulses } from '../../../../tests/support/telemetry/open-telemetry-store.ts'
import { until } from '../../../../tests/support/until.ts'
import type { LatestPulse } from '../../latest-pulse.ts'
import { PulseBatch } from '../../pulse-batch.ts'
import type { TelemetryStore } from '../../telemetry-store.ts'
import { prepareDatabase } from '../prepare-database.ts'
import { createTelemetryStore } from './store.ts'
import { NO_MORE_FIGURES } from '../../../../tests/support/no-more-figures.ts'

const MIGRATIONS = join(import.meta.dirname, '../../../../drizzle/telemetry')
const WORKER = pathToFileURL(join(import.meta.dirname, 'worker.ts')).href
const AT = 1_700_000_000
/** A request for this account's history ends the test's thread, as running out of memory does. */
const FATAL = 13

let folder: string
let store: TelemetryStore
let errors: string[]

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pulsekey-thread-'))
  const file = join(folder, 'telemetry.db')
  ;(await prepareDatabase(file, MIGRATIONS, AT)).close()
  const script = join(folder, 'worker.mjs')
  writeFileSync(
    script,
    `import { parentPort } from 'node:worker_threads'
    parentPort.on('message', (asked) => { if (asked.query?.deviceId === ${FATAL}) process.exit(9) })
    await import(${JSON.stringify(WORKER)})`,
  )
  errors = []
  store = createTelemetryStore(
    { file, migrations: MIGRATIONS },
    {
      worker: pathToFileURL(script),
      log: { ...QUIET_LOG, error: (event) => void errors.push(event) },
      clock: new ManualClock(AT),
      utcOffset: () => 0,
      renewed: () => undefined,
    },
  )
})
afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

const pulse = (deviceId: number, equity: number): LatestPulse => ({
  ...{ deviceId, equity, at: AT, balance: 1, dd: 0, positions: 0, buyPos: 0, sellPos: 0 },
  ...{ floatPnl: 0, marginLevel: 0, interval: 5, symbol: 'XAUUSD', ip: '192.0.2.1' },
  ...NO_MORE_FIGURES,
})
const keep = (one: LatestPulse) =>
  new Promise<void>((done) => {
    const batch = new PulseBatch()
    batch.add(one)
    store.append(batch, done)
  })
const historyOf = async (deviceId: number) =>
  (await store.history({ deviceId, from: AT - 60, to: AT + 60, points: 10 })).points

it('replaces a thread that ends: no caller waits for ever, and later data is kept', async () => {
  await keep(pulse(1, 100))
  const asked = historyOf(1)
  await expect(historyOf(FATAL)).rejects.toThrow(/thread ended/)
  await asked
  await until(async () => {
    await keep(pulse(2, 200))
    return (await latestPulses(store)).length === 2
  }, 'the successor')
  expect((await latestPulses(store)).map(({ deviceId, equity }) => [deviceId, equity])).toEqual([
    [1, 100],
    [2, 200],
  ])
  expect(errors).toContain('telemetry.thread')
  expect(await historyOf(2)).toHaveLength(1)
  await store.close()
})

it('stops without delay when its thread has already ended', async () => {
  await keep(pulse(1, 100))
  await expect(historyOf(FATAL)).rejects.toThrow(/thread ended/)
  await store.close().catch(() => undefined)
})
