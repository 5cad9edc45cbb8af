import { join } from 'node:path'
import type { Clock, Log } from '../contract/ports.ts'
import type { StorageWatch } from '../store/sqlite/storage-watch.ts'
import { openTelemetry } from '../store/sqlite/telemetry/open-telemetry.ts'
import { createTelemetryStore } from '../store/sqlite/telemetry/store.ts'
import type { TelemetryStore } from '../store/telemetry-store.ts'

export interface TelemetryParts {
  /** The data folder. */
  readonly folder: string
  /** `drizzle/`, with one folder of migrations a database. */
  readonly migrations: string
  readonly telemetryWorker: URL
  readonly clock: Clock
  readonly log: Log
  /** Minutes the server's wall clock is ahead of UTC. */
  readonly utcOffset: (at: number) => number
}

/**
 * Checks and migrates the telemetry file of a data folder, where a refusal can be reported.
 * @param watch learns of a damaged file that was set aside
 * @returns a function that opens it in its own thread
 * @throws DataFolderError
 */
export async function openFolderTelemetry(
  { folder, migrations, telemetryWorker, clock, log, utcOffset }: TelemetryParts,
  watch: StorageWatch,
): Promise<() => TelemetryStore> {
  const place = { file: join(folder, 'telemetry.db'), migrations: join(migrations, 'telemetry') }
  const { db, renewed } = await openTelemetry(place, clock.now())
  db.close()
  if (renewed !== undefined) watch.renewedTelemetry(renewed.kept, renewed.why)
  return () =>
    createTelemetryStore(place, {
      worker: telemetryWorker,
      log,
      clock,
      utcOffset,
      renewed: ({ kept, why }) => {
        watch.renewedTelemetry(kept, why)
      },
    })
}
