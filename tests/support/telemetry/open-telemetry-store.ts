import { join, resolve } from 'node:path'
import { openTelemetry } from '../../../src-server/store/sqlite/telemetry/open-telemetry.ts'
import { createTelemetryStore } from '../../../src-server/store/sqlite/telemetry/store.ts'
import { PulseBatch } from '../../../src-server/store/pulse-batch.ts'
import type { LatestPulse } from '../../../src-server/store/latest-pulse.ts'
import type { TelemetryStore } from '../../../src-server/store/telemetry-store.ts'
import { ManualClock } from '../manual-clock.ts'
import { findServerThread } from '../server-program.ts'
import { QUIET_LOG } from '../storage-watch.ts'

const ROOT = resolve(import.meta.dirname, '../../..')

/** The telemetry store of a folder as the server opens it, with its thread. */
export async function openTelemetryStore(
  folder: string,
  now: number,
  utcOffset: (at: number) => number = () => 0,
): Promise<TelemetryStore> {
  const place = { file: join(folder, 'telemetry.db'), migrations: join(ROOT, 'drizzle/telemetry') }
  ;(await openTelemetry(place, now)).db.close()
  return createTelemetryStore(place, {
    worker: findServerThread('store/sqlite/telemetry/worker.ts'),
    log: QUIET_LOG,
    clock: new ManualClock(now),
    utcOffset,
    renewed: () => undefined,
  })
}

/** The latest pulses of all accounts. */
export async function latestPulses(store: TelemetryStore): Promise<LatestPulse[]> {
  const all: LatestPulse[] = []
  for await (const { pulses } of store.latest()) all.push(...pulses)
  return all
}

export function batchOf(pulses: readonly LatestPulse[]): PulseBatch {
  const batch = new PulseBatch(pulses.length)
  for (const pulse of pulses) batch.add(pulse)
  return batch
}

/** Hands pulses over in one batch, and waits for its commit. */
export function appendPulses(store: TelemetryStore, pulses: readonly LatestPulse[]): Promise<void> {
  return new Promise((done) => {
    store.append(batchOf(pulses), done)
  })
}
