import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createPostgresTelemetryStore } from '../../../src-server/store/postgres/telemetry/store.ts'
import type { TelemetryStore } from '../../../src-server/store/telemetry-store.ts'
import { ManualClock } from '../../support/manual-clock.ts'
import { QUIET_LOG } from '../../support/storage-watch.ts'

const WORKER = join(resolve(import.meta.dirname, '../../..'), 'src-server/store/postgres/telemetry/worker.ts')

/** The figures of a database as a copy opens them. */
export function openPostgresTelemetry(url: string, now: number): TelemetryStore {
  return createPostgresTelemetryStore(
    { url },
    {
      worker: pathToFileURL(WORKER),
      log: QUIET_LOG,
      clock: new ManualClock(now),
      utcOffset: () => 0,
      renewed: () => undefined,
    },
  )
}
