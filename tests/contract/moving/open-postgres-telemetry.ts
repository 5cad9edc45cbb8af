import { createPostgresTelemetryStore } from '../../../src-server/store/postgres/telemetry/store.ts'
import type { TelemetryStore } from '../../../src-server/store/telemetry-store.ts'
import { ManualClock } from '../../support/manual-clock.ts'
import { findServerThread } from '../../support/server-program.ts'
import { QUIET_LOG } from '../../support/storage-watch.ts'

/** The figures of a database as a copy opens them. */
export function openPostgresTelemetry(url: string, now: number): TelemetryStore {
  return createPostgresTelemetryStore(
    { url },
    {
      worker: findServerThread('store/postgres/telemetry/worker.ts'),
      log: QUIET_LOG,
      clock: new ManualClock(now),
      utcOffset: () => 0,
      renewed: () => undefined,
    },
  )
}
