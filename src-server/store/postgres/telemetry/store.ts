import { guarded } from '../../../contract/guarded.ts'
import type { TelemetryStore } from '../../telemetry-store.ts'
import { createThreadedTelemetryStore, type ThreadParts } from '../../telemetry/telemetry-thread.ts'
import type { PostgresPlace } from '../pool.ts'
import { workerDataOf } from './worker-data.ts'

/** The time between two looks at the size, milliseconds. */
const SIZE_EVERY_MS = 60_000

/**
 * The TelemetryStore on PostgreSQL, in a worker thread. The database has the schema `telemetry` already. Several copies may
 * write at once, also pulses of the same account.
 * @param parts `worker`: telemetry/worker.ts of this folder, or its bundle
 */
export function createPostgresTelemetryStore(place: PostgresPlace, parts: ThreadParts): TelemetryStore {
  let size = 0
  const workerData = workerDataOf(place)
  const store = createThreadedTelemetryStore({ ...parts, workerData: () => workerData, size: () => size })
  const measure = () => {
    store.usage().then(
      ({ used }) => {
        size = used
      },
      (error: unknown) => {
        // The next look tries again. Whoever needs the database hears of it by its own call.
        parts.log.warn('telemetry.size', { why: error instanceof Error ? error.message : String(error) })
      },
    )
  }
  measure()
  const timer = setInterval(guarded(parts.log, 'telemetry.size', measure), SIZE_EVERY_MS).unref()
  return {
    ...store,
    close: () => {
      clearInterval(timer)
      return store.close()
    },
  }
}
